import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite struct PlayingMachineTests {
    private func person(_ id: String, teaches: Bool = false, audio: Bool = true, video: Bool = true)
        -> LiveSending.Person
    {
        LiveSending.Person(id: id, name: id.uppercased(), isTeacher: teaches, hasAudio: audio, hasVideo: video)
    }

    private func machine(_ autoplay: LiveAutoplay, _ people: [LiveSending.Person]) -> PlayingMachine {
        var machine = PlayingMachine(autoplay: autoplay)
        machine.update(LiveSending(people: people), at: .zero)
        return machine
    }

    private func running(_ decoded: Int = 10, latency: HostTime = .milliseconds(50), at now: HostTime)
        -> LiveStreamStatus
    {
        var status = LiveStreamStatus()
        (status.phase, status.decoded, status.latency, status.arrival) = (.running, decoded, latency, now)
        status.aspect = 1.5
        return status
    }

    @Test("LIVE-35, LIVE-40: a video can be opened and closed, and a refusal names its reason")
    func openAndClose() throws {
        var machine = machine(.none, [person("a"), person("b", video: false)])
        #expect(machine.videos.isEmpty)
        try machine.play("a", true, at: .zero)
        expect(machine.videos.map(\.picture), is: [.person("a")])
        #expect(throws: LivePlayError.alreadyPlaying) { try machine.play("a", true, at: .zero) }
        #expect(throws: LivePlayError.cameraOff) { try machine.play("b", true, at: .zero) }
        #expect(throws: LivePlayError.notSending) { try machine.play("x", true, at: .zero) }
        #expect(throws: LivePlayError.notPlaying) { try machine.play("b", false, at: .zero) }
        try machine.play("a", false, at: .zero)
        #expect(machine.videos.isEmpty)
    }

    @Test func theNumberOfOpenVideosIsLimited() throws {
        var machine = machine(.all, (0..<20).map { person("\($0)") })
        expect(machine.videos.count, is: PlayingMachine.most)
        #expect(throws: LivePlayError.tooMany) { try machine.play("19", true, at: .zero) }
    }

    @Test(
        "LIVE-36: depending on the option, no video, the teacher's or all videos open when they appear",
        arguments: [(LiveAutoplay.none, []), (.teacher, ["t"]), (.all, ["a", "t"])])
    func autoplay(autoplay: LiveAutoplay, opened: [String]) {
        let machine = machine(autoplay, [person("a"), person("t", teaches: true), person("c", video: false)])
        expect(machine.videos.map(\.picture), is: opened.map { .person($0) })
    }

    @Test("LIVE-36, LIVE-37: the chosen definition is used again the next time")
    func definitions() throws {
        var machine = machine(.all, [person("a")])
        expect(machine.definition(of: "a"), is: .full)
        try machine.play("a", true, definition: .small, at: .zero)
        expect(machine.definition(of: "a"), is: .small)
        machine.update(LiveSending(people: [person("a", video: false)]), at: .seconds(1))
        expect(machine.definition(of: "a"), is: nil)
        machine.update(LiveSending(people: [person("a")]), at: .seconds(2))
        expect(machine.definition(of: "a"), is: .small)
        // This definition is not sent.
        machine.note(LiveStreamStatus(), of: .person("a"), isSeen: true, at: .seconds(7))
        expect(machine.definition(of: "a"), is: .full)
        #expect(machine.takeNews().contains(.noDefinition(name: "A")))
    }

    @Test(
        "LIVE-38, LIVE-39: the teacher's video is the large one, even after returning, but shared media take precedence"
    )
    func mainPicture() throws {
        let teacher = person("t", teaches: true)
        var machine = machine(.all, [person("a"), teacher])
        expect(machine.main, is: .person("t"))
        machine.choose(.person("a"))
        #expect(machine.main == .person("a") && machine.isMainChosen)
        machine.update(LiveSending(people: [person("a"), person("t", teaches: true, video: false)]), at: .zero)
        expect(machine.main, is: .person("a"))
        machine.update(LiveSending(people: [person("a"), teacher]), at: .zero)
        expect(machine.main, is: .person("t"))
        let shared = LiveSending.Shared(user: "t", kind: .desktop)
        machine.update(LiveSending(people: [person("a"), teacher], shared: shared), at: .zero)
        expect(machine.main, is: .shared)
        machine.update(LiveSending(people: [person("a"), teacher]), at: .zero)
        #expect(machine.main == .person("t") && !machine.isMainChosen)
    }

    @Test("LIVE-41: loading starts with opening and ends with the first picture")
    func loading() throws {
        var machine = machine(.none, [person("a")])
        _ = machine.takeNews()
        try machine.play("a", true, at: .zero)
        expect(machine.takeNews(), is: [.loading(user: "a", isDone: false)])
        machine.note(LiveStreamStatus(), of: .person("a"), isSeen: true, at: .seconds(1))
        expect(machine.video(.person("a"))?.isLoading, is: true)
        machine.note(running(at: .seconds(2)), of: .person("a"), isSeen: true, at: .seconds(2))
        expect(machine.video(.person("a"))?.isLoading, is: false)
        expect(machine.takeNews(), is: [.loading(user: "a", isDone: true), .aspect(user: "a", 1.5)])
    }

    @Test("LIVE-42: pictures that stop or arrive very late are marked for some seconds")
    func lag() {
        var machine = machine(.all, [person("a")])
        let picture = LivePicture.person("a")
        machine.note(running(at: .seconds(1)), of: picture, isSeen: true, at: .seconds(1))
        expect(machine.video(picture)?.laggedUntil, is: nil)
        // A hidden picture may stop.
        machine.note(running(at: .seconds(1)), of: picture, isSeen: false, at: .seconds(4))
        expect(machine.video(picture)?.laggedUntil, is: nil)
        machine.note(running(at: .seconds(1)), of: picture, isSeen: true, at: .seconds(4))
        expect(machine.video(picture)?.laggedUntil, is: .seconds(9))
        expect(machine.takeNews().filter { $0 == .lag(user: "a") }.count, is: 1)
        machine.note(running(at: .seconds(9)), of: picture, isSeen: true, at: .seconds(9))
        expect(machine.video(picture)?.laggedUntil, is: nil)
        machine.note(running(latency: .seconds(1), at: .seconds(10)), of: picture, isSeen: true, at: .seconds(10))
        expect(machine.video(picture)?.laggedUntil, is: .seconds(15))
    }

    private func look(
        _ machine: inout PlayingMachine, from start: Int, to end: Int, lost: Int, hidden: Set<String> = []
    ) {
        for quarter in start * 4..<end * 4 {
            let now = HostTime.milliseconds(quarter * 250)
            for video in machine.videos where !video.isResting {
                var status = running(at: now)
                status.delivery = StreamDelivery(received: quarter * (100 - lost), lost: quarter * lost)
                machine.note(status, of: video.picture, isSeen: true, at: now)
            }
            machine.save(isSeen: { picture in !hidden.contains { picture == .person($0) } }, at: now)
        }
    }

    @Test("Over a slow connection the teacher's video stays, and others are paused until a wish or a faster connection")
    func slowLine() throws {
        var machine = machine(.all, [person("t", teaches: true), person("a"), person("b")])
        look(&machine, from: 0, to: 20, lost: 2)
        #expect(machine.videos.allSatisfy { !$0.isResting })
        _ = machine.takeNews()
        look(&machine, from: 20, to: 35, lost: 30)
        expect(machine.videos.filter(\.isResting).map(\.picture), is: [.person("a"), .person("b")])
        #expect(machine.takeNews().contains(.slowLine(resting: ["B", "A"])))
        try machine.play("a", true, at: .seconds(35))
        expect(machine.video(.person("a"))?.isResting, is: false)
        look(&machine, from: 35, to: 160, lost: 0)
        #expect(machine.videos.allSatisfy { !$0.isResting })
        #expect(machine.takeNews().contains(.lineIsFree))
    }

    @Test func aThinLineSelectsSmallPicturesUntilItRecovers() throws {
        var small = person("a")
        small.hasSmallVideo = true
        var machine = machine(.all, [person("t", teaches: true), small])
        look(&machine, from: 0, to: 5, lost: 30)
        #expect(machine.definition(of: "a") == .small && machine.definition(of: "t") == .full)
        look(&machine, from: 5, to: 60, lost: 0)
        expect(machine.definition(of: "a"), is: .full)
    }

    @Test func hiddenVideosArePausedWithinFiveSecondsOnAThinLine() {
        var machine = machine(.all, [person("t", teaches: true), person("a"), person("b"), person("c")])
        look(&machine, from: 0, to: 5, lost: 30, hidden: ["a", "c"])
        expect(machine.videos.filter(\.isResting).map(\.picture), is: [.person("a"), .person("c")])
    }

    @Test("LIVE-22, LIVE-23, LIVE-24: switching sound or camera on or off is news, but the initial state is not")
    func switching() {
        var machine = machine(.teacher, [person("a", video: false)])
        #expect(machine.takeNews().isEmpty)
        machine.update(LiveSending(people: [person("a", audio: false)]), at: .zero)
        expect(machine.takeNews(), is: [.camera(name: "A", isOn: true), .microphone(name: "A", isOn: false)])
        machine.update(LiveSending(people: []), at: .zero)
        expect(machine.takeNews(), is: [.camera(name: "A", isOn: false)])
        let shared = LiveSending.Shared(user: "t", kind: .media)
        machine.update(LiveSending(people: [person("t", teaches: true, video: false)], shared: shared), at: .zero)
        expect(machine.takeNews(), is: [.microphone(name: "T", isOn: true), .sharing(name: "T", .media)])
    }

    @Test("differences after a loss of the viewer's own connection are not reported")
    func ownLoss() {
        var machine = machine(.teacher, [person("t", teaches: true)])
        machine.update(LiveSending(people: [person("a")]), isContinuous: false, at: .zero)
        #expect(machine.takeNews().allSatisfy { if case .camera = $0 { false } else { true } })
        machine.update(LiveSending(people: []), at: .zero)
        expect(machine.takeNews(), is: [.camera(name: "A", isOn: false)])
    }
}
