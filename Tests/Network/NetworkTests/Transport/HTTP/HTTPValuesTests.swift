import Addresses
import PlayCore
import TestSupport
import Testing

@testable import Transport

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy(retries: 2, interval: .seconds(5))
    private let now = HostTime.seconds(100)

    private func failure(
        _ code: ByteSourceError.Code, ago: Int = 0, gained: Int64 = 0, retries: Int = 0, after: HostTime? = nil
    ) -> RetryPolicy.Failure {
        var error = ByteSourceError(code, operation: "", context: "")
        error.retryAfter = after
        return RetryPolicy.Failure(error, began: now - .seconds(ago), gained: gained, retries: retries)
    }

    @Test("ADV-35: the retry interval runs between starts of tries, so a long try is followed at once")
    func interval() {
        for (ago, due) in [(0, 105), (2, 103), (5, 100), (9, 96)] {
            let step = policy.step(
                after: failure(.timedOut, ago: ago), at: now, isAwaited: true, canAsk: true)
            expect(step, is: .retry(max(.seconds(due), ago == 9 ? now : .seconds(due))))
        }
    }

    @Test("a live stream's requests are retried at a shorter interval, never at a longer one")
    func hurry() {
        var hurried = policy
        for interval in [1, 3] { hurried.hurry(to: .seconds(interval)) }
        expect(hurried.interval, is: .seconds(1))
    }

    @Test("ADV-36: retries are limited only while playback waits")
    func count() {
        for (retries, isAwaited, expected) in [
            (1, true, RetryPolicy.Step.retry(.seconds(105))), (2, true, .giveUp), (2, false, .retry(.seconds(105))),
        ] {
            let step = policy.step(
                after: failure(.unreachable, retries: retries), at: now, isAwaited: isAwaited, canAsk: true)
            expect(step, is: expected)
        }
    }

    @Test("ADV-37: without retries the viewer is asked, and if asking is impossible the request fails")
    func zero() {
        let policy = RetryPolicy(retries: 0, interval: .seconds(5))
        expect(policy.step(after: failure(.timedOut), at: now, isAwaited: true, canAsk: true), is: .ask)
        expect(policy.step(after: failure(.timedOut), at: now, isAwaited: true, canAsk: false), is: .giveUp)
        expect(policy.step(after: failure(.httpStatus(404)), at: now, isAwaited: true, canAsk: true), is: .giveUp)
    }

    @Test("permanent errors are not retried, and a transfer that delivered bytes is retried at once")
    func kinds() {
        for code in [
            ByteSourceError.Code.httpStatus(403), .httpStatus(404), .changed, .tls, .forbiddenScheme, .tooLarge,
            .invalidReply, .tooManyRedirects, .notFound,
        ] {
            expect(policy.step(after: failure(code), at: now, isAwaited: false, canAsk: true), is: .giveUp)
        }
        let broken = failure(.truncated, gained: RetryPolicy.usefulBytes, retries: 2)
        expect(policy.step(after: broken, at: now, isAwaited: true, canAsk: true), is: .retry(now))
    }

    @Test("a refused connection fails at once, unless the only server has answered before")
    func refused() {
        let error = ByteSourceError(.unreachable, operation: "", systemError: 111, context: "")
        expect(error.reason, is: "connection refused; check the address, or retry later")
        func step(_ policy: RetryPolicy, hasAnswered: Bool) -> RetryPolicy.Step {
            let failure = RetryPolicy.Failure(error, began: now, retries: 0, hasAnswered: hasAnswered)
            return policy.step(after: failure, at: now, isAwaited: true, canAsk: false)
        }
        expect(step(policy, hasAnswered: false), is: .giveUp)
        expect(step(policy, hasAnswered: true), is: .retry(.seconds(105)))
        let mirrored = RetryPolicy(retries: 1, interval: .seconds(5), hasOthers: true)
        expect(step(mirrored, hasAnswered: true), is: .giveUp)
    }

    @Test("a server's Retry-After is obeyed up to a minute")
    func retryAfter() {
        let soon = failure(.httpStatus(503), after: .seconds(20))
        expect(policy.step(after: soon, at: now, isAwaited: true, canAsk: true), is: .retry(.seconds(120)))
        let later = failure(.httpStatus(503), after: .seconds(61))
        expect(policy.step(after: later, at: now, isAwaited: false, canAsk: true), is: .giveUp)
    }
}

@Suite struct BandwidthMeterTests {
    private let start = HostTime.seconds(10)

    @Test("ADV-69: the rate is bytes per time spent waiting, and overlapping transfers count their time once")
    func overlapping() {
        var meter = BandwidthMeter()
        meter.began(at: start)
        meter.began(at: start)
        for step in 1...10 {
            meter.received(50_000, at: start + .milliseconds(100 * step))
            meter.received(50_000, at: start + .milliseconds(100 * step))
        }
        expect(meter.bitsPerSecond, is: 8_000_000)
    }

    @Test("ADV-69: time without a request does not count")
    func idle() {
        var meter = BandwidthMeter()
        for round in 0..<4 {
            let begin = start + .seconds(10 * round)
            meter.began(at: begin)
            meter.received(100_000, at: begin + .milliseconds(100))
            meter.ended(at: begin + .milliseconds(100))
        }
        expect(meter.bitsPerSecond, is: 8_000_000)
    }

    @Test("ADV-69: old measurements are forgotten, and a time without bytes lowers the rate")
    func change() {
        var meter = BandwidthMeter()
        expect(meter.bitsPerSecond, is: nil)
        meter.began(at: start)
        for step in 1...50 { meter.received(1_000_000, at: start + .milliseconds(100 * step)) }
        for step in 51...110 { meter.received(10_000, at: start + .milliseconds(100 * step)) }
        expect(meter.bitsPerSecond.map { (790_000...1_000_000).contains($0) }, is: true)
        meter.received(0, at: start + .seconds(60))
        expect(meter.bitsPerSecond.map { $0 < 100_000 }, is: true)
    }
}

@Suite struct HTTPHeadTests {
    private func head(_ status: Int, _ fields: [(String, String)]) throws -> HTTPHead {
        HTTPHead(
            status: status, fields: fields.map { HTTPHead.Field(name: $0.0, value: $0.1) },
            address: try #require(Address("http://a/")))
    }

    @Test(
        "a redirect to http is followed, unless settings forbid it or the server's key is pinned",
        arguments: [
            ("https://a/film", "http://a/film", true, true), ("https://a/film", "http://b/film", false, false),
            ("https://a/film#sha256=\(String(repeating: "A", count: 43))", "http://a/film", true, false),
            ("http://a/film", "https://a/film", false, true), ("http://a/film", "http://b/film", false, true),
            ("https://a/film", "https://b/film", false, true),
        ])
    func downgrade(_ from: String, _ to: String, _ isAllowed: Bool, _ isFollowed: Bool) throws {
        let address = try #require(Address(from))
        var settings = HTTPSettings(userAgent: "test")
        settings.allowsUnencryptedRedirects = isAllowed
        let head = HTTPHead(
            status: 302, fields: [HTTPHead.Field(name: "location", value: to)], address: address)
        switch RedirectRule.step(head, of: HTTPRequest(address), hops: 0, settings) {
        case .follow(let target): #expect(isFollowed && target.text == to)
        case .refuse(let code): #expect(!isFollowed && code == .unencrypted)
        case .none: Issue.record("no redirect")
        }
    }

    @Test(
        "Content-Range is parsed, and malformed values are rejected",
        arguments: [
            ("bytes 0-9/100", 0, 10, 100), ("bytes 5-5/*", 5, 6, nil), ("bytes */77", nil, nil, 77),
            ("bytes 9-3/10", -1, -1, -1),
            ("items 0-9/100", -1, -1, -1), ("bytes 0-/100", -1, -1, -1), ("bytes -1-9/100", -1, -1, -1),
            ("bytes 0-9223372036854775807/1", -1, -1, -1), ("bytes 99999999999999999999-1/1", -1, -1, -1),
            ("", -1, -1, -1),
        ] as [(String, Int64?, Int64?, Int64?)])
    func contentRange(text: String, start: Int64?, end: Int64?, total: Int64?) throws {
        let range = try head(206, [("content-range", text)]).contentRange
        guard start != -1 else {
            expect(range, is: nil)
            return
        }
        expect(range?.range?.offset, is: start)
        expect(range?.range?.end, is: end)
        expect(range?.total, is: total)
    }

    @Test("a length consists only of digits")
    func length() throws {
        for (text, expected) in [("12", 12), ("-1", nil), ("+1", nil), ("1 2", nil), ("0x1", nil), ("", nil)]
            as [(String, Int64?)]
        {
            try expect(head(200, [("content-length", text)]).contentLength, is: expected, "\(text)")
        }
    }

    @Test("two versions differ if a property that both have differs")
    func validators() {
        let a = Validator(size: 1, entityTag: "\"x\"", lastModified: nil)
        #expect(a.agrees(with: Validator(size: nil, entityTag: nil, lastModified: "today")))
        #expect(!a.agrees(with: Validator(size: 2, entityTag: "\"x\"", lastModified: nil)))
        #expect(!a.agrees(with: Validator(size: 1, entityTag: "\"y\"", lastModified: nil)))
        expect(a.strongTag, is: "\"x\"")
        expect(Validator(size: nil, entityTag: "W/\"x\"", lastModified: nil).strongTag, is: nil)
    }

    @Test("every head of a response is read completely, and trailers are ignored")
    func reader() {
        var reader = HeadReader()
        func read(_ line: String) -> HeadReader.Event { Array(line.utf8).withUnsafeBytes { reader.read($0) } }
        expect(read("HTTP/1.1 103 Hints\r\n"), is: .more)
        expect(read("Link: a\r\n"), is: .more)
        expect(read("\r\n"), is: .head(status: 103, fields: [.init(name: "link", value: "a")]))
        expect(read("HTTP/2 200 \r\n"), is: .more)
        expect(read("X: 1:2 \r\n"), is: .more)
        expect(read("\r\n"), is: .head(status: 200, fields: [.init(name: "x", value: "1:2")]))
        expect(read("Trailer: 1\r\n"), is: .more)
        expect(read("\r\n"), is: .more)
    }

    @Test("ADV-70: only listed domains and their subdomains are resolved over HTTPS")
    func domains() {
        var settings = HTTPSettings(userAgent: "")
        #expect(!settings.usesDNSOverHTTPS(for: "a.example"))
        settings.dnsOverHTTPS = "https://dns.example/query"
        #expect(settings.usesDNSOverHTTPS(for: "a.example"))
        settings.dnsOverHTTPSDomains = ["Example.org"]
        #expect(settings.usesDNSOverHTTPS(for: "example.org"))
        #expect(settings.usesDNSOverHTTPS(for: "cdn.example.org"))
        #expect(!settings.usesDNSOverHTTPS(for: "notexample.org"))
        #expect(!settings.usesDNSOverHTTPS(for: "a.example"))
    }
}

@Suite struct ByteRingTests {
    @Test("a ring returns bytes in order across its end, and accepts no more than its capacity")
    func order() {
        var ring = ByteRing(capacity: 1000)
        var generator = SeededGenerator(seed: 7)
        var (written, read): (UInt8, UInt8) = (0, 0)
        for _ in 0..<2000 {
            let piece = (0..<Int.random(in: 0..<400, using: &generator)).map { _ -> UInt8 in
                written &+= 1
                return written
            }
            if written % 5 == 0 { ring.expect(Int.random(in: 0..<2000, using: &generator)) }
            let fits = ring.count == 0 || ring.count + piece.count <= 1000
            expect(piece.withUnsafeBytes { ring.append($0) }, is: fits)
            if !fits { written &-= UInt8(truncatingIfNeeded: piece.count) }
            var buffer = [UInt8](repeating: 0, count: Int.random(in: 0..<500, using: &generator))
            let count = buffer.withUnsafeMutableBytes { ring.read(into: $0) }
            for byte in buffer[..<count] {
                read &+= 1
                expect(byte, is: read)
            }
        }
    }
}

@Suite struct RecentBytesTests {
    @Test("the bytes read last are remembered, and those unused for longest are dropped first")
    func eviction() {
        var recent = RecentBytes()
        let piece = [UInt8](repeating: 1, count: RecentBytes.pieceSize)
        func copy(_ offset: Int64) -> Int {
            var buffer = [UInt8](repeating: 0, count: 100)
            return buffer.withUnsafeMutableBytes { recent.copy(from: offset, into: $0) }
        }
        piece.withUnsafeBytes { recent.add($0, at: 1 << 30) }
        expect(copy((1 << 30) + 10), is: 100)
        expect(copy(5), is: 0)
        expect(copy((1 << 30) + Int64(RecentBytes.pieceSize) - 3), is: 3)
        for index in 0..<RecentBytes.pieceCount - 1 {
            piece.withUnsafeBytes { recent.add($0, at: Int64(index * RecentBytes.pieceSize)) }
            _ = copy(1 << 30)
        }
        piece.withUnsafeBytes { recent.add($0, at: 1 << 40) }
        expect(copy(1 << 30), is: 100)
        expect(copy(0), is: 0)
        expect(copy(Int64(RecentBytes.pieceSize)), is: 100)
    }
}
