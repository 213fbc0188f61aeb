package import PlayCore
import PlaybackModel

package struct ReconnectRule: Sendable, Equatable {
    /// 0 for none.
    package var tries: Int
    package var pause: HostTime
    /// Multiplies each pause, up to `longest`.
    private var growth: Int64 = 3
    private var longest = Self.longestPause

    package static let never = ReconnectRule(tries: 0)
    package static let longestPause = HostTime.seconds(60)

    /// With these pauses and each try's own retries, three tries outlast the restart of a router.
    package init(tries: Int = 3, pause: HostTime = .seconds(2)) {
        self.tries = tries
        self.pause = pause
    }

    /// - Parameter number: of the next try, from 1.
    package func pause(before number: Int) -> HostTime {
        var pause = pause
        for _ in 1..<max(1, number) where pause < longest {
            pause = HostTime(nanoseconds: pause.nanoseconds * growth)
        }
        return min(pause, longest)
    }

    /// The rule for a live stream, which loses media while it is not received. Its tries are more frequent, and
    /// together last as long as this rule's with one further pause (80 s for three tries).
    package var live: ReconnectRule {
        guard tries > 0 else { return self }
        var rule = self
        rule.pause = HostTime(nanoseconds: pause.nanoseconds / 20)
        (rule.growth, rule.longest, rule.tries) = (3, HostTime(nanoseconds: pause.nanoseconds / 4), 0)
        var rest = (1...min(tries, 100) + 1).reduce(0) { $0 + self.pause(before: $1).nanoseconds }
        while rest > 0, rule.tries < 10_000 {
            rule.tries += 1
            rest -= rule.pause(before: min(rule.tries, 8)).nanoseconds
        }
        return rule
    }
}

/// One resumption of an item, from its failure until it plays again or is abandoned.
struct Reconnection: Sendable, Equatable {
    static let progress = MediaTime.seconds(5)

    let rule: ReconnectRule
    let position: MediaTime
    private(set) var error: PlayError
    private(set) var begun: Int
    /// `nil` while a try is in progress.
    private(set) var nextTry: HostTime?
    /// Whether the network returned during a try that may have started earlier.
    private var hasNews = false

    /// `last` is the item's previous resumption. Returns `nil` without tries left.
    init?(_ rule: ReconnectRule, at position: MediaTime, after error: PlayError, last: Reconnection?, now: HostTime) {
        self.rule = rule
        self.position = position
        self.error = error
        let isSameFailure = last.map { position < $0.position + Self.progress } ?? false
        begun = isSameFailure ? last?.begun ?? 0 : 0
        guard begun < rule.tries else { return nil }
        nextTry = now + rule.pause(before: begun + 1)
    }

    /// Creates a resumption when the network returns after the last one was abandoned.
    init(_ rule: ReconnectRule, returningTo position: MediaTime, after error: PlayError, now: HostTime) {
        self.rule = rule
        self.position = position
        self.error = error
        begun = 0
        nextTry = now
    }

    var status: ReconnectStatus {
        ReconnectStatus(
            number: nextTry == nil ? begun : begun + 1, tries: rule.tries, nextTry: nextTry, reason: error.reason)
    }

    mutating func begin(at now: HostTime) -> Bool {
        guard let nextTry, nextTry <= now else { return false }
        self.nextTry = nil
        begun += 1
        hasNews = false
        return true
    }

    /// Notes that the present try failed. Returns whether another one follows.
    mutating func fail(_ error: PlayError, at now: HostTime) -> Bool {
        self.error = error
        if hasNews { begun = 0 }
        guard begun < rule.tries else { return false }
        nextTry = hasNews ? now : now + rule.pause(before: begun + 1)
        return true
    }

    /// Notes that the network has returned. All tries are available again, and the next one starts at once. A try in
    /// progress continues unless `interrupts`.
    mutating func networkCame(at now: HostTime, interrupts: Bool = false) {
        if nextTry == nil, !interrupts {
            hasNews = true
        } else {
            begun = 0
            nextTry = now
        }
    }

    mutating func hurry(at now: HostTime) { if nextTry != nil { nextTry = now } }
}
