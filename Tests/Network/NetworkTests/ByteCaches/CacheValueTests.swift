import Addresses
import PlayCore
import TestSupport
import Testing

@testable import ByteCaches

@Suite struct CacheKeyTests {
    private func key(
        _ text: String, _ kind: CacheKey.Kind = .media, _ change: (inout CacheKeyRule) -> Void = { _ in }
    ) throws -> String {
        var rule = CacheKeyRule()
        change(&rule)
        return CacheKey(try #require(Address(text)), kind: kind, rule: rule).text
    }

    @Test("ADV-56: without rules every part of an address except the fragment counts")
    func whole() throws {
        let texts = [
            "https://a.org/v.mp4", "http://a.org/v.mp4", "https://a.org/v.mp4?t=1", "https://a.org/v.mp4?t=2",
            "https://b.a.org/v.mp4", "https://a.org/V.mp4", "https://u@a.org/v.mp4", "https://a.org:444/v.mp4",
        ]
        try expect(Set(texts.map { try key($0) }).count, is: texts.count)
        #expect(try key("https://A.org/v.mp4#t=10") == key("https://a.org/v.mp4"))
    }

    @Test("ADV-56: parameters are stripped by whole names, and only in their domain and its subdomains")
    func stripping() throws {
        func stripped(_ text: String) throws -> String {
            try key(text) { $0.strippedParameters = ["a.org": ["token", "e"]] }
        }
        let plain = try stripped("https://a.org/v.mp4?id=7")
        for text in ["?token=x&id=7", "?id=7&e=99&token=y", "?token&id=7"] {
            #expect(try stripped("https://a.org/v.mp4" + text) == plain)
        }
        #expect(try stripped("https://a.org/v.mp4?token=x") == stripped("https://a.org/v.mp4"))
        #expect(try stripped("https://a.org/v.mp4?tokens=x&id=7") != plain)
        #expect(try stripped("https://cdn.a.org/v.mp4?e=1") == stripped("https://cdn.a.org/v.mp4?e=2"))
        #expect(try stripped("https://ba.org/v.mp4?e=1") != stripped("https://ba.org/v.mp4?e=2"))
    }

    @Test("ADV-56: no rule applies to the address of an encryption key, which never equals a video's")
    func encryptionKeys() throws {
        func stripped(_ text: String) throws -> String {
            try key(text, .encryptionKey) {
                $0.strippedParameters = ["a.org": ["id"]]
                $0.unifiedDomains = ["a.org"]
            }
        }
        #expect(try stripped("https://a.org/key?id=1") != stripped("https://a.org/key?id=2"))
        #expect(try stripped("https://a.org/key?id=1") != stripped("http://a.org/key?id=1"))
        #expect(try stripped("https://a.org/key?id=1") != key("https://a.org/key?id=1"))
    }

    @Test("ADV-56: http and https share a cache key only in unified domains, with their standard ports")
    func schemes() throws {
        func unified(_ text: String) throws -> String { try key(text) { $0.unifiedDomains = ["a.org"] } }
        let one = try unified("https://a.org/v.mp4")
        for text in ["http://a.org/v.mp4", "http://a.org:80/v.mp4", "https://a.org:443/v.mp4"] {
            try expect(unified(text), is: one, "\(text)")
        }
        #expect(try unified("http://a.org:8080/v.mp4") != one)
        #expect(try unified("http://b.org/v.mp4") != unified("https://b.org/v.mp4"))
    }

    @Test("neither name nor key of a cached address shows its secrets")
    func secrets() throws {
        let key = CacheKey(try #require(Address("https://user:word@a.org/v.mp4?token=s3cret")))
        #expect(key.name == "https://a.org/v.mp4?…")
        expect(key.text.utf8.count, is: 64)
    }
}

@Suite struct CacheValidatorTests {
    typealias Validator = CacheValidator

    @Test(
        "two validators agree, differ, or leave it unknown",
        arguments: [
            (Validator(entityTag: "\"a\"", length: 5), Validator(entityTag: "\"a\"", length: 5), .same),
            (Validator(entityTag: "\"a\""), Validator(entityTag: "\"a\"", lastModified: "y", length: 5), .same),
            (Validator(entityTag: "\"a\"", length: 5), Validator(entityTag: "\"b\"", length: 5), .changed),
            (Validator(entityTag: "\"a\"", length: 5), Validator(entityTag: "\"a\"", length: 6), .changed),
            // A weak tag proves nothing about bytes; a date with a length does.
            (Validator(entityTag: "W/\"a\"", length: 5), Validator(entityTag: "W/\"a\"", length: 5), .unknown),
            (
                Validator(entityTag: "W/\"a\"", lastModified: "x", length: 5),
                Validator(entityTag: "W/\"a\"", lastModified: "x", length: 5), .same
            ),
            (Validator(lastModified: "x", length: 5), Validator(lastModified: "x", length: 5), .same),
            (Validator(lastModified: "x", length: 5), Validator(lastModified: "z", length: 5), .changed),
            (Validator(lastModified: "x"), Validator(lastModified: "x"), .unknown),
            (Validator(length: 5), Validator(length: 5), .unknown),
            (Validator(length: 5), Validator(length: 4), .changed),
            (Validator(entityTag: "\"a\"", length: 5), Validator(lastModified: "x", length: 5), .unknown),
            (Validator(), Validator(), .unknown),
        ] as [(CacheValidator, CacheValidator, CacheValidator.Verdict)])
    func verdicts(one: CacheValidator, other: CacheValidator, verdict: CacheValidator.Verdict) {
        expect(one.compare(other), is: verdict)
        expect(other.compare(one), is: verdict)
    }
}

@Suite struct EvictionPlanTests {
    private typealias Item = EvictionPlan.Item

    @Test("ADV-55: whole items are removed, those filled longest ago first, until the total is within the limit")
    func capacity() {
        let items = [
            Item(id: 1, bytes: 10, filled: 30), Item(id: 2, bytes: 10, filled: 10), Item(id: 3, bytes: 10, filled: 20),
        ]
        func victims(_ capacity: Int64) -> [Int64] {
            EvictionPlan.victims(items, capacity: capacity, minimumFree: 0, free: nil)
        }
        expect(victims(30), is: [])
        expect(victims(29), is: [2])
        expect(victims(10), is: [2, 3])
        expect(victims(0), is: [2, 3, 1])
    }

    @Test("ADV-55: items are removed until enough of the disk is free or nothing is left")
    func free() {
        let items = (1...4).map { Item(id: $0, bytes: 10, filled: $0) }
        func victims(_ minimum: Int64, _ free: Int64?) -> [Int64] {
            EvictionPlan.victims(items, capacity: 1000, minimumFree: minimum, free: free)
        }
        expect(victims(25, 25), is: [])
        expect(victims(25, 10), is: [1, 2])
        expect(victims(1000, 10), is: [1, 2, 3, 4])
        expect(victims(1000, nil), is: [])
    }

    @Test("downloads are never removed and do not count, and items in use are kept", arguments: 0..<50)
    func random(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let items = (1...20).map { id in
            Item(
                id: id, bytes: .random(in: 0...50, using: &random), filled: .random(in: 0...9, using: &random),
                isPinned: .random(using: &random), isHeld: Int.random(in: 0..<4, using: &random) == 0)
        }
        let capacity = Int64.random(in: 0...300, using: &random)
        let victims = EvictionPlan.victims(items, capacity: capacity, minimumFree: 0, free: nil)
        let gone = Set(victims)
        #expect(!items.contains { gone.contains($0.id) && ($0.isPinned || $0.isHeld) })
        let free = items.filter { !$0.isPinned && !$0.isHeld }
        let left = items.filter { !$0.isPinned && !gone.contains($0.id) }.reduce(0) { $0 + $1.bytes }
        #expect(left <= capacity || gone.count == free.count)
        // No item too many was removed: without the last removal the limit would be exceeded.
        if let last = victims.last, let item = items.first(where: { $0.id == last }) {
            #expect(left + item.bytes > capacity)
        }
        // No removed item was younger than one that stayed.
        let youngest = free.filter { gone.contains($0.id) }.map(\.filled).max() ?? 0
        #expect(free.filter { !gone.contains($0.id) }.allSatisfy { $0.filled >= youngest })
    }
}

@Suite struct CacheSettingsTests {
    @Test("ADV-54: caching is off by default. ADV-55: a capacity of 0 means 20 GB")
    func defaults() {
        #expect(!CacheSettings().isOn)
        expect(CacheSettings().capacity, is: 20_480 << 20)
        expect(CacheSettings.capacity(0), is: 20_480 << 20)
        expect(CacheSettings.capacity(5), is: 5)
    }

    @Test("ADV-60: read-ahead goes to the disk only if all four conditions hold")
    func large() {
        for bits in 0..<16 {
            var settings = CacheSettings()
            settings.isOn = bits & 1 != 0
            settings.buffersToDisk = bits & 2 != 0
            let isActive = settings.isLargeCacheActive(
                maximumBuffer: .milliseconds(bits & 4 != 0 ? 50_001 : 50_000), isItemCached: bits & 8 != 0)
            expect(isActive, is: (bits == 15))
        }
    }

    @Test(
        "ADV-54: the cache is below XDG_CACHE_HOME, else below the home folder; paths must be absolute",
        arguments: [
            (["XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x/tvplay"), (["HOME": "/h"], "/h/.cache/tvplay"),
            (["XDG_CACHE_HOME": "x", "HOME": "/h"], "/h/.cache/tvplay"), (["HOME": "h"], nil),
        ] as [([String: String], String?)])
    func folder(environment: [String: String], path: String?) {
        expect(CacheFolder.standardPath(environment: environment), is: path)
    }
}

@Suite struct FetchClaimsTests {
    private let size: Int64 = 100 << 20
    private let start = HostTime.seconds(5)

    @Test("a request spans the missing bytes, and reads through stored spans too short for another request")
    func lengths() {
        let far: Int64 = 10 << 20
        let covered = SpanSet([1000..<2000, far..<far + FetchClaims.leastRequest])
        var claims = FetchClaims()
        expect(
            claims.claim(at: 0, for: 1, size: size, covered: covered, now: start), is: .fetch(limit: 1000, end: far))
        expect(
            claims.claim(at: far + (1 << 20), for: 1, size: size, covered: covered, now: start),
            is: .fetch(limit: size, end: size))
    }

    @Test("a second reader waits for the first, unless it is far ahead")
    func waiting() {
        var claims = FetchClaims()
        _ = claims.claim(at: 0, for: 1, size: size, covered: SpanSet(), now: start)
        expect(claims.claim(at: 500, for: 2, size: size, covered: SpanSet(), now: start), is: .wait(atMost: nil))
        claims.advance(of: 1, to: 400, now: start)
        expect(
            claims.claim(at: 500, for: 2, size: size, covered: SpanSet(), now: start),
            is: .wait(atMost: FetchClaims.patience))
        // Far ahead its own request is faster; the first request then stops before it.
        let far: Int64 = 50 << 20
        expect(
            claims.claim(at: far, for: 2, size: size, covered: SpanSet(), now: start),
            is: .fetch(limit: size, end: size))
        expect(
            claims.claim(at: 400, for: 1, size: size, covered: SpanSet([0..<400]), now: start),
            is: .fetch(limit: far, end: far))
    }

    @Test("a request that has stalled or ended does not block other readers")
    func paused() {
        var claims = FetchClaims()
        _ = claims.claim(at: 0, for: 1, size: size, covered: SpanSet(), now: start)
        claims.advance(of: 1, to: 400, now: start)
        let later = start + FetchClaims.patience
        expect(
            claims.claim(at: 400, for: 2, size: size, covered: SpanSet(), now: later),
            is: .fetch(limit: size, end: size))
        claims.remove(of: 2)
        expect(
            claims.claim(at: 400, for: 3, size: size, covered: SpanSet(), now: later),
            is: .fetch(limit: size, end: size))
    }
}
