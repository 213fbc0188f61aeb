import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playback machine: tracks and decoders")
struct MachineTrackTests {
    @Test("ADV-22: with video off from the start no picture is requested, and the sound plays")
    func videoOff() {
        var talk = MachineConversation()
        talk.setUp {
            $0.videoTrack = .none
            $0.plays = true
        }
        let actions = talk.open()
        #expect(actions.opensSound)
        expect(actions.requests.map(\.videoTrack), is: [nil])
        expect(actions.requests.map(\.audioTrack), is: [1])
        #expect(talk.answerRequest().playsSound)
        expect(talk.snapshot.videoTrack, is: nil)
        expect(talk.snapshot.audioTrack, is: 1)
        #expect(!talk.snapshot.hasPicture)
    }

    @Test("a track that cannot be decoded is left out, and the item fails with its last track")
    func failing() {
        var talk = MachineConversation()
        talk.play()
        let refused = MediaError(.unreadable, operation: "decode")
        expect(talk.when(.worker(.trackFailed(.audio, codec: "aac", refused))).switchedOff, is: [.audio])
        expect(talk.state.status, is: .playing)
        expect(talk.snapshot.audioTrack, is: nil)
        expect(talk.notices, is: [.trackSkipped(kind: .audio, codec: "aac")])
        talk.when(.worker(.trackFailed(.video, codec: "h264", refused)))
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: .playFailed)
    }

    /// A stream with two angles, the second of which has the number 5.
    private final class Angles: StreamHandle {
        var status: StreamStatus {
            var status = StreamStatus()
            (status.angles, status.angle) = ([0, 5], 0)
            return status
        }
        func note(_ demand: StreamDemand) {}
        func selectDefinition(_ index: Int?) {}
        func selectAngle(_ track: Int) {}
        func selectTexts(_ tracks: Set<Int>) {}
    }

    private func angles(_ choice: SessionOptions.TrackChoice = .automatic) -> (MachineConversation, [PlaybackAction]) {
        var talk = MachineConversation()
        talk.setUp {
            $0.videoTrack = choice
            $0.preferredDefinitions = [.hd720]
            $0.plays = true
        }
        let tracks = [Film.picture(0, height: 720), Film.picture(5, height: 720), Film.sound]
        let actions = talk.open(Film(tracks: tracks, stream: Angles()))
        talk.answerRequest()
        return (talk, actions)
    }

    private func chosenAngles(_ actions: [PlaybackAction]) -> [Int] {
        actions.compactMap { if case .selectAngle(let track) = $0 { track } else { nil } }
    }

    @Test("changing the angle of a stream needs no seek, and its packets keep their track number")
    func angle() {
        var (talk, opening) = angles()
        expect(chosenAngles(opening), is: [0])
        let actions = talk.when(.command(.selectTrack(.video, id: 5)))
        expect(chosenAngles(actions), is: [5])
        #expect(actions.contains { if case .requestSwitch = $0 { true } else { false } })
        #expect(actions.requests.isEmpty)
        expect(talk.snapshot.videoTrack, is: 5)
        expect(talk.state.status, is: .playing)
        let later = talk.when(.command(.seek(.absolute(.seconds(7)), .exact)))
        expect(later.requests.map(\.videoTrack), is: [0])
        expect(talk.snapshot.videoTrack, is: 5)
    }

    @Test("an angle requested by number supplies the first picture")
    func firstAngle() {
        let (talk, opening) = angles(.number(2))
        expect(chosenAngles(opening), is: [5])
        expect(opening.requests.map(\.videoTrack), is: [0])
        expect(talk.snapshot.videoTrack, is: 5)
    }

    @Test("an angle that the stream gave up is reported once, and the playing angle is shown as selected")
    func lostAngle() {
        var (talk, _) = angles(.number(2))
        talk.tell { $0.streamSaid(Angles().status, readTo: nil) }
        expect(talk.snapshot.videoTrack, is: 0)
        expect(talk.notices, is: [.angleFailed(name: "")])
        talk.tell { $0.streamSaid(Angles().status, readTo: nil) }
        expect(talk.notices.count, is: 1)
    }

    @Test(
        "a film with prepared definitions is asked for another when the screen size or the zoom changes"
    )
    func screenSize() {
        var talk = MachineConversation()
        talk.play()
        var status = StreamStatus()
        status.isSegmented = false
        func asks(_ width: Int) -> Int {
            let before = talk.done.count
            talk.tell { machine in
                let grid = PixelGrid(width: width, height: 90, pixelAspect: 1)
                machine.showsStream(status, on: machine.streamDemand(readTo: nil, grid: grid).grid)
            }
            return talk.done[before...].count { if case .requestSwitch = $0 { true } else { false } }
        }
        expect(asks(160), is: 1)
        expect(asks(160), is: 0)
        expect(asks(320), is: 1)
        var view = PictureView.normal
        view.zoom = 1
        _ = talk.when(.command(.setPictureView(view)))
        expect(asks(320), is: 1)
        // From within a sphere, a picture of this size shows less than a third of the whole picture's width.
        talk.tell { machine in
            let grid = PixelGrid(width: 160, height: 90, pixelAspect: 1)
            let seen = grid.enlarged(by: .normal, isSphere: true)
            #expect((seen.width, seen.height) == (502, 282))
            expect(machine.streamDemand(readTo: nil, grid: grid).grid?.width, is: 320)
        }
        // A segmented stream would have to fetch the data again.
        status.isSegmented = true
        expect(asks(99), is: 0)
    }

    @Test("ADV-23, ADV-24: hardware that cannot decode is reported with an event, and the item plays on")
    func software() {
        var talk = MachineConversation()
        talk.play()
        #expect(talk.when(.worker(.hardwareFallback(device: "card", reason: "no"))).isEmpty)
        expect(talk.notices, is: [.switchedToSoftwareDecoder(device: "card", reason: "no")])
        expect(talk.takeEvents().last, is: .switchToSoftwareDecoder)
        expect(talk.state.status, is: .playing)
    }

    @Test(
        "ADV-25, ADV-26: a spare stream, or else software, takes over if hardware fails to decode H.265",
        arguments: [true, false])
    func spareStream(isKnown: Bool) {
        let asked = Monitor<[String]>([])
        var input = MachineConversation.input("film in h265")
        input.spare = { codec in
            asked.withLock { $0.append(codec) }
            return isKnown ? MachineConversation.input("spare") : nil
        }
        var talk = MachineConversation()
        talk.play(Film(tracks: [Film.picture(0, height: 72, codec: "hevc"), Film.sound]), input: input) {
            $0.loopFile = 3
        }
        talk.at(.seconds(5))
        _ = talk.takeEvents()
        talk.when(.worker(.hardwareFallback(device: "card", reason: "no")))
        expect(asked.withLock { $0 }, is: ["hevc"])
        let actions = talk.when(.round)
        guard isKnown else {
            expect(actions.opened, is: 0)
            expect(talk.notices, is: [.switchedToSoftwareDecoder(device: "card", reason: "no")])
            return
        }
        expect(actions.closed, is: 1)
        #expect(!actions.clearsPicture)
        expect(actions.inputs.map(\.name), is: ["spare"])
        expect(talk.open().requests.map(\.target), is: [.time(.seconds(5))])
        talk.answerRequest()
        expect(talk.state.status, is: .playing)
        expect(talk.snapshot.loopFile, is: 3)
        expect(talk.notices, is: [.switchedToSpareStream(device: "card", reason: "no")])
        expect(talk.takeEvents(), is: [.resumeBegin, .resumeComplete, .play])
    }
}
