import TestSupport
import Testing

@testable import PlayCore

@Suite("TimeText")
struct TimeTextTests {
    @Test(
        "hours, minutes, seconds and fractions of seconds are read",
        arguments: [
            ("90", 90_000_000_000), ("1:30", 90_000_000_000), ("1:02:03.5", 3_723_500_000_000), ("0", 0),
            ("+5", 5_000_000_000), ("-0:30", -30_000_000_000), ("90:00", 5_400_000_000_000),
            ("0.000000001", 1), ("0.0000000019", 1), ("007", 7_000_000_000), ("9223372036", 9_223_372_036_000_000_000),
        ] as [(String, Int64)])
    func parses(text: String, nanoseconds: Int64) {
        expect(TimeText.parse(text)?.nanoseconds, is: nanoseconds)
    }

    @Test(
        "malformed times are refused",
        arguments: [
            "", ":", "1:", ":1", "1:2:3:4", "1.", ".5", "1.5:2", "1:-2", "--1", "+-1", "1e3", "inf", "nan", "0x10",
            " 1", "1 ",
            "1:30s", "9223372037", "99999999999999999999", "2562047788015216:00:00", "١", "1..2", "-", "1\u{0}",
        ])
    func refuses(text: String) {
        expect(TimeText.parse(text), is: nil)
    }

    @Test("every time is restored from its text to the nanosecond")
    func roundTrip() {
        var random = SeededGenerator(seed: 5)
        let extremes: [Int64] = [0, 1, -1, .max, -.max, 999_999_999, 3_600_000_000_000, -59_999_999_999]
        let drawn = (0..<2000).map { _ in Int64.random(in: -.max ... .max, using: &random) >> Int64.random(in: 0...62) }
        for nanoseconds in extremes + drawn {
            let magnitude = nanoseconds.magnitude
            let (seconds, fraction) = (magnitude / 1_000_000_000, String(1_000_000_000 + magnitude % 1_000_000_000))
            let text =
                (nanoseconds < 0 ? "-" : "") + "\(seconds / 3600):\(seconds / 60 % 60):\(seconds % 60)."
                + fraction.dropFirst()
            expect(TimeText.parse(text)?.nanoseconds, is: nanoseconds)
        }
    }
}
