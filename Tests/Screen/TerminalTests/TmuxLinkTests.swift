import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct TmuxLinkTests {
    /// A tmux before a line that takes `rate` bytes a second and has a pipe of a megabyte. It is updated once a second.
    private struct Line {
        var rate: Double
        private var pipe = 0.0
        private var written = 0.0
        private var discarded = 0.0
        private var sent = 0.0
        private var seconds = 0
        private(set) var losses = 0
        private(set) var link = TmuxLink()

        init(rate: Double) { self.rate = rate }

        /// The delay between tmux and the viewer, in seconds.
        var lag: Double { pipe / rate }

        mutating func second(offering bytes: Double) -> Int? {
            seconds += 1
            sent += bytes
            written += bytes
            pipe = max(0, pipe + bytes - rate)
            if pipe > 1_000_000 {
                losses += 1
                discarded += pipe - 1_000_000
                pipe = 1_000_000
            }
            return link.update(
                written: Int64(written), discarded: Int64(discarded), sent: Int64(sent), at: .seconds(seconds))
        }
    }

    @Test("a line that takes everything has no limit")
    func fast() {
        var line = Line(rate: 10_000_000)
        for _ in 0..<60 { expect(line.second(offering: 3_000_000), is: nil) }
    }

    /// Offers as many bytes as the limit allows for some seconds. Returns the mean offer and the mean lag of the second
    /// half.
    private func run(_ line: inout Line, seconds: Int) -> (offered: Double, lag: Double) {
        var offered = 5_000_000.0
        var means = (offered: 0.0, lag: 0.0)
        for second in 0..<seconds {
            offered = min(5_000_000, line.second(offering: offered).map(Double.init) ?? 5_000_000)
            guard second >= seconds / 2 else { continue }
            means.offered += offered / Double(seconds - seconds / 2)
            means.lag += line.lag / Double(seconds - seconds / 2)
        }
        return means
    }

    @Test("a slow line is limited to little more than it takes", arguments: [60_000.0, 250_000, 1_000_000, 2_000_000])
    func slow(rate: Double) {
        var line = Line(rate: rate)
        let means = run(&line, seconds: 600)
        #expect(means.offered > 0.6 * rate)
        #expect(means.offered < 1.05 * rate)
        // Without a limit the pipe would always be full.
        #expect(means.lag < 0.6 * 1_000_000 / rate)
    }

    @Test("the limit follows a line that becomes slower or faster")
    func changing() {
        var line = Line(rate: 500_000)
        _ = run(&line, seconds: 60)
        line.rate = 100_000
        #expect(run(&line, seconds: 120).offered < 110_000)
        line.rate = 2_000_000
        #expect(run(&line, seconds: 600).offered > 120_000)
    }

    @Test("another client, whose counters start again, lifts the limit")
    func anotherClient() {
        var line = Line(rate: 60_000)
        for _ in 0..<10 { _ = line.second(offering: 1_000_000) }
        var link = line.link
        expect(link.update(written: 5, discarded: 0, sent: 99_000_000, at: .seconds(99)), is: nil)
    }
}

@Suite struct TmuxWatchTests {
    @Test("tmux is watched only inside tmux, with a valid pane")
    func environment() {
        #expect(TmuxWatch(environment: [:]) == nil)
        #expect(TmuxWatch(environment: ["TMUX_PANE": "%0"]) == nil)
        #expect(TmuxWatch(environment: ["TMUX": "/tmp/x,1,0", "TMUX_PANE": "%0; rm"]) == nil)
        #expect(TmuxWatch(environment: ["TMUX": "/tmp/x,1,0", "TMUX_PANE": "%12"]) != nil)
    }

    @Test("the counters are read exactly as tmux writes them")
    func counters() throws {
        func answer(_ text: String) -> TmuxWatch.Answer? { TmuxWatch.Answer(Array(text.utf8)) }
        let found = try #require(answer("950347 1426521 2 256,RGB,title\n"))
        expect(found.counters, is: .init(written: 950_347, discarded: 1_426_521))
        expect(found.clients, is: 2)
        #expect(found.hasDirectColor)
        expect(answer("1 2 1 256,XRGB,title\n")?.hasDirectColor, is: false)
        for text in ["", "\n", " \n", "1 2\n", "1 2 3\n", "1 2 3 ", "1 2 3 4 5\n", "1 2 -3 \n", "1 2 a \n"] {
            expect(answer(text), is: nil)
        }
        for text in ["-1 2 1 \n", "a 2 1 \n", "1 99999999999999999999 1 \n"] {
            expect(answer(text)?.clients, is: 1)
            expect(answer(text)?.counters, is: nil)
        }
    }

    @Test("PLAY-14: a session without a client reports no counters and no clients")
    func detached() {
        let answer = TmuxWatch.Answer(Array("  0 \n".utf8))
        expect(answer?.clients, is: 0)
        expect(answer?.counters, is: nil)
    }
}
