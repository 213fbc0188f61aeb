import CPlatform
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite("The line to a live server", .timeLimit(.minutes(10)))
struct LineProbeTests {
    /// Returns a judge that has sent four requests, a quarter of a second apart.
    private func judge() -> LineJudge {
        var judge = LineJudge()
        for number in 1...4 { judge.request(number, at: .milliseconds(250 * number)) }
        return judge
    }

    @Test("an answer that overtakes two requests shows that the line was cut")
    func overtaking() {
        for (answered, wasCut) in [(1, false), (2, false), (3, true), (4, true)] {
            var judge = judge()
            let result = judge.answer([answered])
            expect(result, is: wasCut, "\(answered)")
        }
    }

    @Test("on a slow line the requests are answered in order, which is no cut")
    func slow() {
        var judge = judge()
        let results = [1, 2, 3, 4].map { judge.answer([$0]) }
        expect(results, is: [false, false, false, false])
        var other = self.judge()
        let together = other.answer([1, 2, 3, 4])
        #expect(!together)
        expect(judge.waiting.count, is: 0)
    }

    @Test("a server that refused connections and accepts one has come back, once")
    func refusal() {
        var judge = LineJudge()
        judge.request(1, at: .zero)
        judge.refuse(1)
        judge.request(2, at: .milliseconds(250))
        let first = judge.answer([2])
        judge.request(3, at: .seconds(1))
        let second = judge.answer([3])
        #expect(first && !second)
    }

    @Test(
        "a silent line gets four requests a second, after a minute two, at most twelve at once, and one that answers gets one"
    )
    func amount() {
        var judge = LineJudge()
        var (now, times, most) = (HostTime.zero, [HostTime](), 0)
        while now < .seconds(70) {
            judge.expire(at: now)
            judge.request(times.count, at: now)
            times.append(now)
            most = max(most, judge.waiting.count)
            now = judge.nextRequest(after: now)
        }
        expect(times.prefix(3), is: [.zero, .milliseconds(250), .milliseconds(500)])
        expect(times.count, is: 260)
        expect(most, is: 12)
        _ = judge.answer([times.count - 1])
        expect(judge.nextRequest(after: now), is: times[times.count - 1] + .seconds(1))
    }

    @Test(
        "a real line that is cut and restored is noticed",
        .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"))
    func line() throws {
        let pair = try NetworkPair()
        let port = 4000
        let listener = try pair.atFarEnd { try Self.listener(port) }
        defer { close(listener) }
        let doorbell = Doorbell()
        let probe = try pair.atNearEnd { LineProbe(host: "10.99.0.2", port: port, doorbell) }
        try pair.cut()
        probe.setActive(true)
        #expect(eventually { probe.refusals > 0 })
        expect(probe.arrivals, is: 0)
        try pair.mend()
        #expect(eventually { probe.arrivals == 1 })
    }

    private static func listener(_ port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = in_port_t(port).bigEndian
        let result = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, listen(descriptor, 64) == 0 else {
            throw NetworkPair.Failure(description: "listening: error \(errno)")
        }
        return descriptor
    }
}
