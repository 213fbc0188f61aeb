import Classes

/// The recent messages of each user and their stored size. Decides whether a message exceeds a limit.
///
/// `mod_muc_limits` of Prosody has the same rule in Lua (`ProsodyModules.chatJudge`), which refuses a message before it
/// is stored; a test compares both. The keeper applies this one if the chat server does not.
package struct ChatLedger: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        /// The number of Unicode scalars in its text.
        package var length: Int
        /// The number of bytes of the whole stanza.
        package var bytes: Int
        package var isStored: Bool
        /// Whether it is from a teacher or assistant, to whom slow mode does not apply.
        package var isStaff: Bool

        package init(length: Int, bytes: Int, isStored: Bool = true, isStaff: Bool = false) {
            (self.length, self.bytes, self.isStored, self.isStaff) = (length, bytes, isStored, isStaff)
        }
    }

    private struct Account: Sendable, Equatable {
        var due: Int64 = 0
        var slow: Int64 = 0
        var bytes: Int64 = 0
    }

    private var accounts: [String: Account] = [:]

    package init() {}

    package func storedBytes(of person: String) -> Int64 { accounts[person]?.bytes ?? 0 }

    /// Returns why a message exceeds a limit, or counts it and returns `nil`. The interval of slow mode is in seconds,
    /// 0 if it is off; `now` is in milliseconds.
    package mutating func refusal(
        of message: Message, by person: String, _ limits: ChatLimits, interval: Int, at now: Int64
    ) -> ClassError.Reason? {
        var account = accounts[person] ?? Account()
        let slow = interval > 0 && !message.isStaff ? ChatLimits.slow(interval) : nil
        if message.length > limits.length || message.bytes > limits.messageBytes { return .tooLong }
        if let slow, slow.wait(due: account.slow, at: now) > 0 { return .chatSlowed }
        if limits.pace.wait(due: account.due, at: now) > 0 { return .tooManyMessages }
        let stored = account.bytes + Int64(message.isStored ? message.bytes : 0)
        if message.isStored, stored > limits.storedBytes { return .chatFull }
        account.bytes = stored
        account.due = limits.pace.next(after: account.due, at: now)
        if let slow { account.slow = slow.next(after: account.slow, at: now) }
        accounts[person] = account
        return nil
    }
}

/// A watch for users whose messages are refused too often: they lose the right to write, and then their place.
package struct FloodWatch: Sendable, Equatable {
    package enum Step: Sendable, Equatable { case none, silence, sendAway }

    /// The tolerated rate of refused messages, for users who paste text or write in slow mode.
    private static let pace = Pace(perMinute: 30, burst: 20)
    /// The milliseconds for which messages may still be in transit after the right to write was lost.
    private static let inFlight: Int64 = 2_000
    /// The milliseconds after which a loss of the right to write is forgotten.
    private static let memory: Int64 = 600_000
    /// The time without the right to write, in seconds.
    package static let silence = 60
    /// The time without a place, in milliseconds.
    package static let absence: Int64 = 600_000

    private var refused = PacedKeys<String>(pace)
    private var silenced: [String: Int64] = [:]

    package init() {}

    /// Counts refused messages, and returns the step to take. `now` is in milliseconds.
    package mutating func note(_ count: Int, by person: String, at now: Int64) -> Step {
        silenced = silenced.filter { $0.value <= now && now - $0.value < Self.memory }
        let since = silenced[person].map { now - $0 }
        if let since, since < Self.inFlight { return .none }
        // More messages than a burst make no difference.
        let isFlood = (0..<min(max(0, count), 1_000)).contains { _ in !refused.spend(person, at: now) }
        guard isFlood else { return .none }
        refused.forget(person)
        silenced[person] = since == nil ? now : nil
        return since == nil ? .silence : .sendAway
    }
}
