import Testing

@testable import PlayCore

@Suite("TimeText")
struct TimeTextTests {
    @Test(
        "reads hours, minutes, seconds and parts of seconds",
        arguments: [
            ("90", 90_000_000_000), ("1:30", 90_000_000_000), ("1:02:03.5", 3_723_500_000_000), ("0", 0),
            ("+5", 5_000_000_000), ("-0:30", -30_000_000_000), ("90:00", 5_400_000_000_000),
            ("0.000000001", 1), ("0.0000000019", 1), ("007", 7_000_000_000), ("9223372036", 9_223_372_036_000_000_000),
        ] as [(String, Int64)])
    func parses(text: String, nanoseconds: Int64) {
        #expect(TimeText.parse(text)?.nanoseconds == nanoseconds)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", ":", "1:", ":1", "1:2:3:4", "1.", ".5", "1.5:2", "1:-2", "--1", "+-1", "1e3", "inf", "nan", "0x10",
            " 1", "1 ",
            "1:30s", "9223372037", "99999999999999999999", "2562047788015216:00:00", "١", "1..2", "-", "1\u{0}",
        ])
    func refuses(text: String) {
        #expect(TimeText.parse(text) == nil)
    }

    @Test(
        "clock times keep their columns",
        arguments: [
            (0, false, "00:00"), (65, false, "01:05"), (3599, false, "59:59"), (3600, false, "1:00:00"),
            (754, true, "0:12:34"), (360_000, true, "100:00:00"), (-42, false, "-00:42"),
        ])
    func formats(seconds: Int, hours: Bool, text: String) {
        #expect(TimeText.format(.seconds(seconds), hours: hours) == text)
    }

    @Test("a second shows when it is full, on both sides of zero")
    func cutsParts() {
        #expect(TimeText.format(.milliseconds(1999), hours: false) == "00:01")
        #expect(TimeText.format(.milliseconds(-999), hours: false) == "00:00")
        #expect(TimeText.format(.milliseconds(-1001), hours: false) == "-00:01")
    }

    @Test("milliseconds stand behind the seconds")
    func formatsMilliseconds() {
        #expect(TimeText.formatMilliseconds(.milliseconds(754_056), hours: true) == "0:12:34.056")
        #expect(TimeText.formatMilliseconds(.milliseconds(-5), hours: false) == "-00:00.005")
    }

    @Test("every time comes back from its exact text")
    func roundTrip() {
        var random = SystemRandomNumberGenerator()
        let extremes: [Int64] = [0, 1, -1, .max, -.max, 999_999_999, 3_600_000_000_000, -59_999_999_999]
        let drawn = (0..<2000).map { _ in Int64.random(in: -.max ... .max, using: &random) >> Int64.random(in: 0...62) }
        for nanoseconds in extremes + drawn {
            let time = MediaTime(nanoseconds: nanoseconds)
            #expect(TimeText.parse(TimeText.formatExact(time)) == time)
        }
    }

    @Test("the most negative time can be printed")
    func mostNegative() {
        #expect(TimeText.format(MediaTime(nanoseconds: .min), hours: true) == "-2562047:47:16")
    }
}
