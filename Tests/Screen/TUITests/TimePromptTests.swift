import PlayCore
import PlaybackModel
import TUI
import TestSupport
import Testing

@Suite("Typed and shown times")
struct TimePromptTests {
    @Test(
        "CTRL-03: valid times are parsed",
        arguments: [
            ("90", 90_000), ("1:30", 90_000), ("01:30", 90_000), ("1:00:01", 3_601_000), ("0:12:34", 754_000),
            ("7.5", 7500), ("1:02.25", 62_250), ("0", 0), ("100:00:00", 360_000_000), ("5000", 5_000_000),
        ])
    func times(_ text: String, _ milliseconds: Int) {
        expect(TimePoint.parse(text), is: .time(.milliseconds(milliseconds)))
    }

    @Test("CTRL-03: percentages are parsed", arguments: [("50%", 50.0), ("0%", 0), ("100%", 100), ("12.5%", 12.5)])
    func percentages(_ text: String, _ value: Double) {
        expect(TimePoint.parse(text), is: .percent(value))
    }

    @Test("CTRL-03: forms of --start are parsed: times before the end, chapters, and parts of any size")
    func likeStart() {
        expect(TimePoint.parse("-5"), is: .beforeEnd(.seconds(5)))
        expect(TimePoint.parse("+90"), is: .time(.seconds(90)))
        expect(TimePoint.parse("#3"), is: .chapter(2))
        expect(TimePoint.parse("99:99"), is: .time(.seconds(99 * 60 + 99)))
    }

    @Test(
        "text that is not a time is refused",
        arguments: [
            "", "%", ":", "1:", ":30", "1:2:3:4", "101%", "1e1%", "1e9", "nan", "1:-2", "1..2", "5%5", "٣", "1.5:30",
            "#",
            "#0", "#x", "-", "99999999999999:00:00",
        ])
    func nonsense(_ text: String) { expect(TimePoint.parse(text), is: nil) }

    @Test(
        "UI-14: times are formatted", arguments: [(0, "00:00"), (59, "00:59"), (754, "12:34"), (3723, "1:02:03")])
    func labels(_ seconds: Int, _ text: String) {
        expect(TimeText.format(.seconds(seconds)), is: text)
    }

    @Test("a time is formatted as long as its reference time")
    func reference() {
        expect(TimeText.format(.seconds(5), like: .seconds(3600)), is: "0:00:05")
        expect(TimeText.format(.seconds(3605), like: .seconds(36_000)), is: "01:00:05")
        expect(TimeText.format(.seconds(7205), like: .seconds(60)), is: "2:00:05")
        expect(TimeText.format(.seconds(-5)), is: "00:00")
        expect(TimeText.rate(PlaybackRate(1)), is: "1")
        expect(TimeText.rate(PlaybackRate(1.25)), is: "1.25")
        expect(TimeText.rate(PlaybackRate(1.1)), is: "1.1")
    }
}
