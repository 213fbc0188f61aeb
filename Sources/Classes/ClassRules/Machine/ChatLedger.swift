import Classes

/// The recent messages of each user and their stored size. Decides whether a message exceeds a limit.
///
/// Prosody's `mod_muc_limits` has the same rule in Lua (`ProsodyModules.chatJudge`) and refuses a message before it is
/// stored. A test compares both. If the chat server lacks the module, the keeper applies the rule.
package struct ChatLedger: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        /// In Unicode scalars.
        package var length: Int
        /// Of the whole stanza.
        package var bytes: Int
        package var isStored: Bool
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

    /// Returns `nil` and counts the message if it is within the limits. The interval of slow mode is in seconds, 0 for
    /// off. `now` is in milliseconds.
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

/// Watches for users whose messages are refused too often. They are first muted, then removed.
package struct FloodWatch: Sendable, Equatable {
    package enum Step: Sendable, Equatable { case none, silence, sendAway }

    /// The tolerated rate of refused messages. Users may paste text or write in slow mode.
    private static let pace = Pace(perMinute: 30, burst: 20)
    /// In milliseconds. Messages may still arrive after their author was muted.
    private static let inFlight: Int64 = 2_000
    /// Muting is forgotten after these milliseconds.
    private static let memory: Int64 = 600_000
    /// In seconds.
    package static let silence = 60
    /// In milliseconds.
    package static let absence: Int64 = 600_000

    private var refused = PacedKeys<String>(pace)
    private var silenced: [String: Int64] = [:]

    package init() {}

    /// Counts refused messages. `now` is in milliseconds.
    package mutating func note(_ count: Int, by person: String, at now: Int64) -> Step {
        silenced = silenced.filter { $0.value <= now && now - $0.value < Self.memory }
        let since = silenced[person].map { now - $0 }
        if let since, since < Self.inFlight { return .none }
        // More messages than a burst have no further effect.
        let isFlood = (0..<min(max(0, count), 1_000)).contains { _ in !refused.spend(person, at: now) }
        guard isFlood else { return .none }
        refused.forget(person)
        silenced[person] = since == nil ? now : nil
        return since == nil ? .silence : .sendAway
    }
}
