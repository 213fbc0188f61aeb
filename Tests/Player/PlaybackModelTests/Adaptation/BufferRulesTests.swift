import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("BufferRules")
struct BufferRulesTests {
    @Test("ADV-38: the defaults are the catalogue's values")
    func defaults() throws {
        let rules = try BufferRules()
        expect(rules, is: .standard)
        expect(rules.maximumDelay, is: .milliseconds(5000))
        expect(rules.maximum, is: .milliseconds(50_000))
        expect(rules.high, is: .milliseconds(3000))
        expect(rules.start, is: .milliseconds(500))
    }

    @Test("ADV-39: the bounds must satisfy start ≤ high ≤ max, and the error names the keys")
    func order() throws {
        #expect(throws: BufferRules.Failure.wrongOrder(lesser: .start, greater: .high)) {
            try BufferRules(start: .milliseconds(3001))
        }
        #expect(throws: BufferRules.Failure.wrongOrder(lesser: .high, greater: .maximum)) {
            try BufferRules(maximum: .milliseconds(2999))
        }
        #expect(throws: BufferRules.Failure.negative(.start)) { try BufferRules(start: .milliseconds(-1)) }
        #expect(throws: BufferRules.Failure.negative(.maximumDelay)) {
            try BufferRules(maximumDelay: .milliseconds(-1))
        }
        let equal = try BufferRules(start: .seconds(3), high: .seconds(3), maximum: .seconds(3))
        expect(equal.maximum, is: .seconds(3))
        expect(BufferRules.Key.high.rawValue, is: "buffer-high")
    }

    @Test("ADV-39: a maximum above five minutes is reduced to five minutes")
    func cap() throws {
        try expect(BufferRules(maximum: .seconds(301)).maximum, is: .seconds(300))
        #expect(throws: BufferRules.Failure.wrongOrder(lesser: .high, greater: .maximum)) {
            try BufferRules(high: .seconds(301), maximum: .seconds(400))
        }
    }

    @Test("ADV-64: preloads wait for the playing video's buffer, unless balancing is off")
    func balance() {
        let rules = BufferRules.standard
        #expect(!rules.admitsPreload(buffered: .milliseconds(2999), isLoadedToEnd: false))
        #expect(rules.admitsPreload(buffered: .milliseconds(3000), isLoadedToEnd: false))
        #expect(rules.admitsPreload(buffered: .zero, isLoadedToEnd: true))
        #expect(rules.admitsPreload(buffered: .zero, isLoadedToEnd: false, isBalanced: false))
    }
}
