import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("The rate at which pictures are sent")
struct SendingRateTests {
    private static func report(_ lost: Double, _ roundTrip: Int?, sent: Int? = nil) -> SendingRate.Report {
        SendingRate.Report(lost: lost, roundTrip: roundTrip.map { .milliseconds($0) }, sent: sent)
    }

    private static func after(_ reports: [SendingRate.Report]) -> SendingRate {
        var rate = SendingRate(most: 600_000)
        for report in reports { rate.note(report) }
        return rate
    }

    @Test("A connection that carries everything has no limit, and the losses of a wireless one cause none")
    func free() {
        expect(SendingRate(most: 600_000).limit, is: nil)
        let reports = (0..<60).map { Self.report([0, 0.02, 0.05, 0.09][$0 % 4], 30 + $0 % 5 * 8, sent: 300_000) }
        expect(Self.after(reports).limit, is: nil)
    }

    @Test("Heavy loss reduces the rate from the sent one, or else from the allowed one")
    func loss() {
        expect(Self.after([Self.report(0.5, 30, sent: 400_000)]).limit, is: 300_000)
        // The sent rate is unknown.
        expect(Self.after([Self.report(0.5, 30)]).limit, is: 450_000)
    }

    @Test("A growing queue lowers the rate before any packet is lost")
    func waiting() {
        expect(Self.after([Self.report(0, 20), Self.report(0, 200)]).limit, is: 480_000)
        // The rate neither rises nor falls while the queue is short.
        let settled = Self.after([Self.report(0, 20), Self.report(0, 200), Self.report(0, 90)])
        expect(settled.limit, is: 480_000)
    }

    @Test("The rate never falls below the minimum, and the limit ends when the connection is free again")
    func recovery() {
        var rate = Self.after((0..<50).map { _ in Self.report(0.9, 500, sent: 1000) })
        expect(rate.limit, is: SendingRate.least)
        for _ in 0..<31 { rate.note(Self.report(0, 20)) }
        expect(rate.limit, is: nil)
    }

    @Test("A permanently longer round trip is not mistaken for a queue")
    func longerWay() {
        var rate = Self.after([Self.report(0, 20)] + (0..<150).map { _ in Self.report(0, 160) })
        for _ in 0..<60 { rate.note(Self.report(0, 160)) }
        expect(rate.limit, is: nil)
    }

    /// A queue of 0.3 s before a connection with this many bits per second, with a report every second.
    @Test(arguments: [150_000.0, 300_000, 450_000])
    func theRateFillsAThinLineWithLittleLoss(_ line: Double) {
        var rate = SendingRate(most: 600_000)
        rate.begin(roundTrip: .milliseconds(20))
        var queue = 0.0
        var (sentInAll, lostInAll) = (0.0, 0.0)
        for second in 0..<120 {
            let sent = Double(rate.limit ?? 600_000)
            queue += sent - line
            let lost = max(0, queue - 0.3 * line)
            queue = min(max(0, queue), 0.3 * line)
            rate.note(Self.report(lost / sent, 20 + Int(queue / line * 1000), sent: Int(sent)))
            guard second >= 20 else { continue }
            (sentInAll, lostInAll) = (sentInAll + sent, lostInAll + lost)
        }
        #expect(sentInAll / 100 > 0.75 * line, "\(sentInAll / 100)")
        #expect(lostInAll / sentInAll < 0.01, "\(lostInAll / sentInAll)")
    }
}
