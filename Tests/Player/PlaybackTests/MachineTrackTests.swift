import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playing, without threads: tracks and decoders")
struct MachineTrackTests {
    @Test("ADV-22: with the video off from the start no picture is asked for; the sound plays")
    func videoOff() {
        var talk = MachineConversation()
        talk.setUp {
            $0.videoTrack = .none
            $0.plays = true
        }
        let actions = talk.open()
        #expect(actions.opensSound)
        #expect(actions.requests.map(\.videoTrack) == [nil])
        #expect(actions.requests.map(\.audioTrack) == [1])
        #expect(talk.answerRequest().playsSound)
        #expect(talk.snapshot.videoTrack == nil)
        #expect(talk.snapshot.audioTrack == 1)
        #expect(!talk.snapshot.hasPicture)
    }

    @Test("a track that no decoder takes is left out; with the last one the item fails")
    func failing() {
        var talk = MachineConversation()
        talk.play()
        let refused = MediaError(.unreadable, operation: "decode")
        #expect(talk.when(.worker(.trackFailed(.audio, codec: "aac", refused))).switchedOff == [.audio])
        #expect(talk.state.status == .playing)
        #expect(talk.snapshot.audioTrack == nil)
        #expect(talk.notices == [.trackSkipped(kind: .audio, codec: "aac")])
        talk.when(.worker(.trackFailed(.video, codec: "h264", refused)))
        #expect(talk.state.status == .failed)
        #expect(talk.snapshot.error?.code == .playFailed)
    }

    @Test("ADV-23, ADV-24: hardware that cannot decode is told of once, with the event; the item plays on")
    func software() {
        var talk = MachineConversation()
        talk.play()
        #expect(talk.when(.worker(.hardwareFallback(device: "card", reason: "no"))).isEmpty)
        #expect(talk.notices == [.switchedToSoftwareDecoder(device: "card", reason: "no")])
        #expect(talk.takeEvents().last == .switchToSoftwareDecoder)
        #expect(talk.state.status == .playing)
    }

    @Test(
        "ADV-25, ADV-26: where the machine fails to decode H.265 and a spare stream is known, that one plays from the same place; without one software decodes",
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
        #expect(asked.withLock { $0 } == ["hevc"])
        let actions = talk.when(.round)
        guard isKnown else {
            #expect(actions.opened == 0)
            #expect(talk.notices == [.switchedToSoftwareDecoder(device: "card", reason: "no")])
            return
        }
        #expect(actions.closed == 1)
        #expect(!actions.clearsPicture)
        #expect(actions.inputs.map(\.name) == ["spare"])
        #expect(talk.open().requests.map(\.target) == [.time(.seconds(5))])
        talk.answerRequest()
        #expect(talk.state.status == .playing)
        #expect(talk.snapshot.loopFile == 3)
        #expect(talk.notices == [.switchedToSpareStream(device: "card", reason: "no")])
        #expect(talk.takeEvents() == [.resumeBegin, .resumeComplete, .play])
    }
}
