import Rooms

/// What everybody has written of late, and how much of it is stored: says which message is one too many. A value.
///
/// `mod_muc_limits` of Prosody has the same rule in Lua (`ProsodyModules.chatJudge`), by which a message is refused before
/// it is stored; a test compares both. The keeper judges by this one where the chat server does not.
package struct ChatLedger: Sendable, Equatable {
    /// A message as the rule sees it.
    package struct Message: Sendable, Equatable {
        /// Unicode scalars of its text.
        package var length: Int
        /// Of the whole stanza.
        package var bytes: Int
        /// The archive takes it.
        package var isStored: Bool
        /// Of a teacher or assistant, to whom slow mode does not apply.
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

    /// Bytes that are stored of a person.
    package func storedBytes(of person: String) -> Int64 { accounts[person]?.bytes ?? 0 }

    /// Returns why a message is one too many, or `nil` if it is not; only then it is counted.
    ///
    /// - Parameters:
    ///   - interval: of slow mode, in seconds; 0: it is off.
    ///   - now: milliseconds.
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

/// What becomes of people whose messages are refused: whoever goes on loses the voice, then the place. A value.
package struct FloodWatch: Sendable, Equatable {
    package enum Step: Sendable, Equatable { case none, silence, sendAway }

    /// Refused messages that are forgiven: what somebody pastes, or writes in slow mode.
    private static let pace = Pace(perMinute: 30, burst: 20)
    /// Messages that were on their way when the voice was lost.
    private static let inFlight: Int64 = 2_000
    /// Milliseconds after which a loss of the voice is forgotten.
    private static let memory: Int64 = 600_000
    /// How long the voice is lost, in seconds.
    package static let silence = 60
    /// How long the place is lost, in milliseconds.
    package static let absence: Int64 = 600_000

    private var refused = PacedKeys<String>(pace)
    private var silenced: [String: Int64] = [:]

    package init() {}

    /// - Parameters:
    ///   - count: messages that were refused.
    ///   - now: milliseconds.
    package mutating func note(_ count: Int, by person: String, at now: Int64) -> Step {
        silenced = silenced.filter { $0.value <= now && now - $0.value < Self.memory }
        let since = silenced[person].map { now - $0 }
        if let since, since < Self.inFlight { return .none }
        // More than a burst says no more.
        let isFlood = (0..<min(max(0, count), 1_000)).contains { _ in !refused.spend(person, at: now) }
        guard isFlood else { return .none }
        refused.forget(person)
        silenced[person] = since == nil ? now : nil
        return since == nil ? .silence : .sendAway
    }
}
