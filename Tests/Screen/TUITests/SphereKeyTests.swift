import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Keys that look around in a sphere")
struct SphereKeyTests {
    @Test("a key at the limit of the view still shows the view's direction")
    func limits() {
        var state = Samples.playing()
        state.report {
            $0.view.projection = .equirectangular
            $0.view.sphere = SphereView().turned(pan: 20, tilt: 90)
        }
        let words = state.snapshot.view.sphere.words
        #expect(words.contains("tilt 90°"))
        for change in [ViewChange.look(pan: 0, tilt: 10), .look(pan: 0, tilt: 500)] {
            state.message = nil
            _ = state.change(change, at: Samples.now)
            expect(state.message?.text, is: words)
        }
        state.report { $0.view.sphere = $0.view.sphere.zoomed(1000) }
        state.message = nil
        _ = state.change(.sphereZoom(1), at: Samples.now)
        expect(state.message?.text, is: state.snapshot.view.sphere.words)
    }
}
