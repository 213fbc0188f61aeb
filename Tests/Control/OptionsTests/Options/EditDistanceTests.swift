import TestSupport
import Testing

@testable import Options

@Suite("EditDistance")
struct EditDistanceTests {
    @Test(
        "the distance counts insertions, removals, changes and swaps",
        arguments: [
            ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("pause", "puase", 1), ("mute", "mute", 0),
            ("mute", "mutes", 1),
            ("volume", "valume", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
        ])
    func distances(first: String, second: String, distance: Int) {
        expect(EditDistance.between(first, second), is: distance)
    }

    @Test("the nearest candidate is suggested, a prefix matches, and a distant name has no suggestion")
    func nearest() {
        let names = ["volume", "loop-file", "audio-device", "audio-delay", "mute"]
        expect(EditDistance.nearest(to: "volme", in: names), is: "volume")
        expect(EditDistance.nearest(to: "audio-dealy", in: names), is: "audio-delay")
        expect(EditDistance.nearest(to: "loop", in: names), is: "loop-file")
        expect(EditDistance.nearest(to: "zz", in: names), is: nil)
        expect(EditDistance.nearest(to: String(repeating: "volume", count: 5000), in: names), is: nil)
    }
}
