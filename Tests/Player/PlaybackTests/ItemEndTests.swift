import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Ends compared with the promised length")
struct ItemEndTests {
    @Test(
        "an end before nine tenths of the promised length is early, but a guessed length promises nothing",
        arguments: [(89, false, true), (91, false, false), (100, false, false), (50, true, false)])
    func early(end: Int, isGuessed: Bool, isEarly: Bool) {
        var talk = MachineConversation()
        talk.play(Film(isDurationGuessed: isGuessed), to: .seconds(end))
        expect(talk.snapshot.isDurationGuessed, is: isGuessed)
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        let said = EarlyEnd(item: "film", position: .seconds(end), promised: .seconds(100))
        expect(talk.snapshot.earlyEnd, is: (isEarly ? said : nil))
        expect(talk.position, is: .seconds(isEarly ? end : 100), "the end stays where it was")
    }

    @Test("an item with an end set by the viewer ends there without a notice")
    func asked() {
        var talk = MachineConversation()
        talk.play { $0.end = .absolute(.seconds(5)) }
        talk.at(.seconds(5))
        talk.when(.round)
        expect(talk.state.status, is: .reachEnd)
        #expect(talk.notices.isEmpty)
    }

    @Test("an item of which nothing can be decoded has failed, even if it has tracks")
    func nothing() {
        for (film, reason) in [
            (Film(), "no picture and no sound could be decoded"), (.silent, "no picture could be decoded"),
            (.soundOnly, "no sound could be decoded"),
        ] {
            var talk = MachineConversation()
            talk.setUp { $0.plays = true }
            talk.open(film)
            if let preroll = talk.run.preroll { talk.when(.worker(.started(preroll.generation, .zero))) }
            talk.when(.round(.barren))
            expect(talk.state.status, is: .failed)
            expect(talk.snapshot.error?.reason, is: reason)
        }
    }

    @Test("with its sound off, an item without a picture fails, unless something else follows its clock")
    func soundOff() {
        for isClock in [false, true] {
            var input = MachineConversation.input()
            input.playsWithoutTracks = isClock
            var talk = MachineConversation()
            talk.setUp(input) {
                $0.plays = true
                $0.audioTrack = .none
            }
            talk.open(.soundOnly)
            guard isClock else {
                expect(talk.snapshot.error?.reason, is: "no video track, and the sound is switched off")
                continue
            }
            talk.answerRequest()
            expect(talk.state.status, is: .playing)
            talk.at(.seconds(5))
            expect(talk.position, is: .seconds(5))
        }
    }

    @Test("a jump past the last picture of an item that has played is not a failure")
    func beyond() {
        var talk = MachineConversation()
        talk.play()
        talk.tell { $0.showed(MachineConversation.frame(.seconds(3)), aspect: 1) }
        talk.when(.command(.seek(.absolute(.seconds(99)), .exact)))
        if let preroll = talk.run.preroll { talk.when(.worker(.started(preroll.generation, .seconds(99)))) }
        talk.when(.round(.barren))
        #expect(talk.state.status != .failed)
    }
}
