import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassRulesTests {
    @Test("ROOM-36: the placeholder is visible if there is no picture to show")
    func placeholder() {
        var rule = PlaceholderRule()
        #expect(rule.isVisible)
        for flag in [
            \PlaceholderRule.presenterHasVideo, \.isMediaPlaying, \.isDesktopSharing,
            \.isInteractiveClass1v1SignalingRecord,
        ] {
            var one = rule
            one[keyPath: flag] = true
            #expect(!one.isVisible)
            one.definitionIsAudio = true
            #expect(one.isVisible)
        }
        for type in [RecordType.mixed, .compositeVideo] {
            rule.recordType = type
            rule.definitionIsAudio = false
            #expect(!rule.isVisible)
            rule.definitionIsAudio = true
            #expect(rule.isVisible)
        }
        rule.recordType = .common
        rule.definitionIsAudio = false
        #expect(rule.isVisible)
    }

    @Test(
        "ROOM-56: a timer counts down to 0 or up to its length, and does not change while paused",
        arguments: [
            (TimerSignal.Phase.running, true, 0, 40), (.running, true, 15, 25), (.running, true, 90, 0),
            (.running, false, 0, 20), (.running, false, 15, 35), (.running, false, 90, 60), (.paused, true, 15, 40),
            (.paused, false, 15, 20),
        ])
    func timer(phase: TimerSignal.Phase, isDecrease: Bool, elapsed: Int, shown: Int) {
        let signal = TimerSignal(phase, total: 60, remaining: 40, isDecrease: isDecrease)
        let face = TimerFace(TimerArea.Received(signal: signal, time: .seconds(100)))
        expect(face?.seconds(at: .seconds(100 + elapsed)), is: shown)
    }

    @Test(
        "ROOM-56: the end of a timer is shown for four seconds of the class, and then 0 or nothing is shown",
        arguments: [TimerSignal.Phase.running, .stopped])
    func endOfTimer(phase: TimerSignal.Phase) throws {
        let signal = TimerSignal(phase, total: 60, remaining: phase == .running ? 10 : 0, isDecrease: true)
        let end = MediaTime.seconds(100 + signal.remaining)
        let face = try #require(TimerFace(TimerArea.Received(signal: signal, time: .seconds(100))))
        let shown = TimerView(face, at: end, isCalled: false)
        expect(shown, is: TimerView(seconds: 0, total: 60, isCalled: true, isUp: true))
        expect(face.nextChange(after: end + .seconds(3)), is: end + .seconds(4))
        let later = TimerView(face, at: end + .seconds(4), isCalled: false)
        expect(later, is: phase == .running ? TimerView(seconds: 0, total: 60) : nil)
        expect(face.nextChange(after: end + .seconds(4)), is: nil)
    }

    @Test("ROOM-56: a stopped timer is hidden, and impossible lengths do no harm")
    func oddTimers() {
        let stopped = TimerSignal(.stopped, total: 60, remaining: 20, isDecrease: true)
        expect(TimerFace(TimerArea.Received(signal: stopped, time: .zero)), is: nil)
        let odd = TimerSignal(.running, total: -5, remaining: Int.max, isDecrease: false)
        let face = TimerFace(TimerArea.Received(signal: odd, time: .zero))
        expect(face?.seconds(at: .seconds(10)), is: 0)
        expect(face?.nextChange(after: .zero), is: nil)
        let long = TimerSignal(.running, total: Int.max, remaining: Int.max, isDecrease: true)
        let far = TimerFace(TimerArea.Received(signal: long, time: MediaTime(nanoseconds: .min)))
        expect(far?.seconds(at: .zero), is: Int.max)
    }

    @Test(
        "ROOM-10, ROOM-12, C-01: animation is on unless disabled, always with web documents, and never in local rooms")
    func animation() {
        var options = ClassOptions()
        #expect(options.animatesSlides(isLocal: false, existWebDocument: false))
        options.disablePPTAnimation = true
        #expect(!options.animatesSlides(isLocal: false, existWebDocument: false))
        #expect(options.animatesSlides(isLocal: false, existWebDocument: true))
        #expect(!options.animatesSlides(isLocal: true, existWebDocument: true))
    }

    @Test("ROOM-39: document pictures are 720 pixels long, 1.5 times as long when zoomed, and always within 1 … 4096")
    func imageSize() {
        var options = ClassOptions()
        #expect((options.imageSize, options.zoomedImageSize) == (720, 1080))
        options.imageSize = 0
        expect(options.imageSize, is: 1)
        options.imageSize = 5000
        #expect((options.imageSize, options.zoomedImageSize) == (4096, 4096))
    }

    @Test(
        "ROOM-39: the picture's size depends on the screen with a reserve, and the smallest sufficient size is chosen")
    func smallPictures() {
        expect([40, 80, 240, 400, 900].map(ClassOptions.imageSize(ofScreen:)), is: [80, 160, 480, 720, 900])
        var page = ClassDocument.Page(picture: "large")
        expect(page.smallPicture(longSide: 10), is: nil)
        page.sizes = [640, 150, 320].map { ClassDocument.Page.Size(picture: "\($0)", longSide: $0) }
        expect([1, 150, 151, 640, 641].map(page.smallPicture(longSide:)), is: ["150", "150", "320", "640", nil])
    }

    @Test("ROOM-07, ROOM-08, ROOM-09: the options' defaults are no version, no group and animation")
    func defaults() {
        let options = ClassOptions()
        expect(options.clippedVersion, is: -1)
        expect(options.groupID, is: -1)
        #expect(!options.disablePPTAnimation)
    }

    @Test("INFO-15, ROOM-30: a participant's recording becomes a video with name and source")
    func userVideo() {
        let video = ClassInfo.UserVideo(user: user("mei"), url: "videos/mei.mp4", start: .seconds(3)).video
        expect(video.title, is: "Mei")
        expect(video.sources.map(\.location), is: ["videos/mei.mp4"])
    }

    @Test("CAT-01, ROOM-34: time marks become cue points, ordered by time")
    func marks() {
        var info = ClassInfo(playbackID: "p")
        info.timeMarkList = [.init(time: .seconds(9), title: "b"), .init(time: .seconds(1), title: "a")]
        expect(info.cuePoints.points.map(\.title), is: ["a", "b"])
    }
}
