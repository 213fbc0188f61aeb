package import PlayCore
import PlaybackModel

/// How often what its network has left is tried again by itself, and when. A value.
package struct ReconnectRule: Sendable, Equatable {
    /// Tries before it is given up; 0: none.
    package var tries: Int
    /// Before the first.
    package var pause: HostTime
    /// How many times as long as the one before each further one is, up to `longest`.
    private var growth: Int64 = 3
    private var longest = Self.longestPause

    package static let never = ReconnectRule(tries: 0)
    package static let longestPause = HostTime.seconds(60)

    /// The catalogue's three tries: with these pauses and each try's own retries they cover what a router
    /// takes to start again.
    package init(tries: Int = 3, pause: HostTime = .seconds(2)) {
        self.tries = tries
        self.pause = pause
    }

    /// - Parameter number: of the try that follows, from 1.
    package func pause(before number: Int) -> HostTime {
        var pause = pause
        for _ in 1..<max(1, number) where pause < longest {
            pause = HostTime(nanoseconds: pause.nanoseconds * growth)
        }
        return min(pause, longest)
    }

    /// The rule for a live stream: what is not seen of it is lost, so the tries follow sooner, and one after the other for
    /// as long as the next pause of this rule would end (80 s for three tries).
    package var live: ReconnectRule {
        guard tries > 0 else { return self }
        var rule = self
        rule.pause = HostTime(nanoseconds: pause.nanoseconds / 4)
        (rule.growth, rule.longest, rule.tries) = (2, pause, 0)
        var rest = (1...min(tries, 100) + 1).reduce(0) { $0 + self.pause(before: $1).nanoseconds }
        while rest > 0, rule.tries < 10_000 {
            rule.tries += 1
            rest -= rule.pause(before: min(rule.tries, 8)).nanoseconds
        }
        return rule
    }
}

/// One resumption of one item, from its failure until it plays again or is given up. A value.
struct Reconnection: Sendable, Equatable {
    /// Where it failed. What fails again before so much more was played goes on counting its tries.
    static let progress = MediaTime.seconds(5)

    let rule: ReconnectRule
    let position: MediaTime
    /// Of the last failure.
    private(set) var error: PlayError
    /// Tries that have begun.
    private(set) var begun: Int
    /// When the next one begins; nil: one is under way.
    private(set) var nextTry: HostTime?
    /// The network came while one was under way, which may have begun before.
    private var hasNews = false

    /// - Parameter last: the one before, of the same item.
    /// - Returns: nil: there is no try left.
    init?(_ rule: ReconnectRule, at position: MediaTime, after error: PlayError, last: Reconnection?, now: HostTime) {
        self.rule = rule
        self.position = position
        self.error = error
        let isSameFailure = last.map { position < $0.position + Self.progress } ?? false
        begun = isSameFailure ? last?.begun ?? 0 : 0
        guard begun < rule.tries else { return nil }
        nextTry = now + rule.pause(before: begun + 1)
    }

    /// The network is back after it was given up.
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

    /// - Returns: whether a try begins now.
    mutating func begin(at now: HostTime) -> Bool {
        guard let nextTry, nextTry <= now else { return false }
        self.nextTry = nil
        begun += 1
        hasNews = false
        return true
    }

    /// The try under way has failed.
    /// - Returns: whether there is another one.
    mutating func fail(_ error: PlayError, at now: HostTime) -> Bool {
        self.error = error
        if hasNews { begun = 0 }
        guard begun < rule.tries else { return false }
        nextTry = hasNews ? now : now + rule.pause(before: begun + 1)
        return true
    }

    /// The network is back: at once, and with all tries.
    mutating func networkCame(at now: HostTime) {
        if nextTry == nil {
            hasNews = true
        } else {
            begun = 0
            nextTry = now
        }
    }

    /// The viewer does not want to wait.
    mutating func hurry(at now: HostTime) { if nextTry != nil { nextTry = now } }
}
