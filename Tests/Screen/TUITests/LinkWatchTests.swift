import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite struct LinkWatchTests {
    private func totals(_ pictures: Int, isLimited: Bool = true) -> OutputTotals {
        var totals = OutputTotals()
        totals.pictures = pictures
        totals.link = LinkStatus(isLimited: isLimited, bytesPerSecond: 137_500, inFlight: 0, queue: .zero)
        return totals
    }

    @Test("three seconds of few pictures on a limited line are reported, and again only after five minutes")
    func slow() {
        var watch = LinkWatch()
        var told: [Int] = []
        for second in 0..<320 {
            let slow = watch.note(totals(second * 12), wanted: 30, at: .seconds(second))
            guard let slow else { continue }
            told.append(second)
            expect(slow, is: LinkWatch.Slow(framesPerSecond: 12, bytesPerSecond: 137_500))
        }
        expect(told, is: [3, 306])
    }

    @Test("enough pictures, a line without limit, or an item that does not play cause no report")
    func quiet() {
        for (pictures, isLimited, wanted) in [(29, true, 30.0), (12, false, 30), (12, true, nil)]
            as [(Int, Bool, Double?)]
        {
            var watch = LinkWatch()
            for second in 0..<60 {
                let slow = watch.note(
                    totals(second * pictures, isLimited: isLimited), wanted: wanted, at: .seconds(second))
                expect(slow, is: nil)
            }
        }
    }

    @Test("a pause restarts the three seconds")
    func pause() {
        var watch = LinkWatch()
        for second in 0..<60 {
            let slow = watch.note(totals(0), wanted: second % 3 == 2 ? nil : 30, at: .seconds(second))
            expect(slow, is: nil)
        }
    }

    @Test("the message shows frame rate and bit rate, and does not appear if the bar is never shown")
    func message() {
        for visibility in [BarVisibility.auto, .never] {
            var state = AppState(terminal: Samples.traits(80, 24))
            state.bar.visibility = visibility
            state.report { $0 = Samples.snapshot(.playing) }
            for second in 0..<5 {
                _ = reduce(&state, .tick(output: totals(second * 6)), now: .seconds(1000 + second))
            }
            expect(state.message?.text, is: (visibility == .auto ? "Slow connection: 6.0 fps, 1.1 Mbit/s" : nil))
        }
    }

    @Test("the page of statistics shows the link once its figures are known")
    func statistics() {
        var totals = OutputTotals()
        let state = AppState(terminal: Samples.traits(80, 24))
        func labels() -> [String] {
            let sample = StatisticsSample(at: Samples.now, snapshot: Samples.snapshot(.playing), totals: totals)
            return StatisticsPage.lines(sample, state).suffix(4).map { $0.label + ": " + $0.value }
        }
        #expect(!labels().contains { $0.hasPrefix("Link") })
        totals.link = LinkStatus(
            isLimited: true, bytesPerSecond: 640_000, roundTrip: .milliseconds(62), inFlight: 51_200,
            queue: .microseconds(8400))
        totals.likeness = 0.9712
        expect(
            labels(),
            is: [
                "Link: limited, 5.1 Mbit/s", "Round trip, queue: 62 ms, 8.4 ms", "In flight: 51.2 kB",
                "Similarity (SSIM): 0.971",
            ])
    }

    @Test("rates and times are formatted with suitable units")
    func texts() {
        expect(LinkText.rate(137_500), is: "1.1 Mbit/s")
        expect(LinkText.rate(80_000), is: "640 kbit/s")
        expect(LinkText.rate(25e6), is: "200 Mbit/s")
        expect(LinkText.time(.milliseconds(62)), is: "62 ms")
        expect(LinkText.time(.microseconds(300)), is: "0.3 ms")
    }
}
