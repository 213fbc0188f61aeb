import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import MediaSources
@testable import Playback

@Suite("Files that are still being written")
struct GrowingFileTests {
    @Test("the length grows with the file, the viewer is notified once, and the end is not called early")
    func grows() {
        var talk = MachineConversation()
        talk.play(to: .seconds(40))
        talk.when(.worker(.grown(.seconds(50))))
        talk.when(.worker(.grown(.seconds(52))))
        expect(talk.snapshot.duration, is: .seconds(52))
        expect(talk.notices, is: [.followed])
        talk.at(.seconds(41))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        expect(talk.snapshot.earlyEnd, is: nil)
        let last = talk.when(.command(.seek(.percent(100), .keyframe))).requests
        expect(last.map(\.target), is: [.time(.seconds(52))])
    }

    @Test("the length is estimated from the bytes read so far and the size of the file")
    func length() {
        var length = GrowingLength()
        length.note(.milliseconds(500), at: 100)
        length.update(size: 1_000_000)
        expect(length.value, is: nil, "half a second tells no rate")
        length.note(.seconds(10), at: 1000)
        length.note(.seconds(9), at: 900)
        length.update(size: 3000)
        expect(length.value, is: .seconds(30))
        length.note(.seconds(28), at: 2990)
        length.finish()
        expect(length.value, is: .seconds(28))
    }
}
