import Cells
import PlayCore
import Testing

@testable import TUI

@Suite struct LinkWatchTests {
    private func totals(_ pictures: Int, isLimited: Bool = true) -> OutputTotals {
        var totals = OutputTotals()
        totals.pictures = pictures
        totals.link = LinkStatus(isLimited: isLimited, bytesPerSecond: 137_500, inFlight: 0, queue: .zero)
        return totals
    }

    @Test("three seconds of few pictures on a limited line are told once, and not again for five minutes")
    func slow() {
        var watch = LinkWatch()
        var told: [Int] = []
        for second in 0..<320 {
            let slow = watch.note(totals(second * 12), wanted: 30, at: .seconds(second))
            guard let slow else { continue }
            told.append(second)
            #expect(slow == LinkWatch.Slow(framesPerSecond: 12, bytesPerSecond: 137_500))
        }
        #expect(told == [3, 306])
    }

    @Test("enough pictures, a line without limit, and an item that does not play are nothing to tell")
    func quiet() {
        for (pictures, isLimited, wanted) in [(29, true, 30.0), (12, false, 30), (12, true, nil)] as [(Int, Bool, Double?)] {
            var watch = LinkWatch()
            for second in 0..<60 {
                let slow = watch.note(totals(second * pictures, isLimited: isLimited), wanted: wanted, at: .seconds(second))
                #expect(slow == nil)
            }
        }
    }

    @Test("a pause begins the three seconds anew")
    func pause() {
        var watch = LinkWatch()
        for second in 0..<60 {
            let slow = watch.note(totals(0), wanted: second % 3 == 2 ? nil : 30, at: .seconds(second))
            #expect(slow == nil)
        }
    }

    @Test("rates and times are written as people know them")
    func texts() {
        #expect(LinkText.rate(137_500) == "1.1 Mbit/s")
        #expect(LinkText.rate(80_000) == "640 kbit/s")
        #expect(LinkText.rate(25e6) == "200 Mbit/s")
        #expect(LinkText.time(.milliseconds(62)) == "62 ms" && LinkText.time(.microseconds(300)) == "0.3 ms")
    }
}
