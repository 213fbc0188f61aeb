package import PlayCore

/// When the position of one item is written and removed.
///
/// Pure: told what happens, with the time at which it does; says what to do. One recorder for one playing of one item,
/// from its being open to its stop. Main thread.
package struct ResumeRecorder: Sendable, Equatable {
    /// May come in any order until ``stopped``; what comes after that is ignored.
    package enum Event: Sendable, Equatable {
        /// Moves on by itself from now on.
        case played
        /// Stands still from now on: paused, stalled, seeking.
        case halted
        /// Time has passed. Needed at ``ResumeRecorder/nextWrite`` at the latest; more often does no harm.
        case ticked
        /// The viewer went to another position.
        case seeked
        /// Playing of the item is over.
        case stopped(Stop)
    }

    package enum Stop: Sendable, Equatable {
        /// Left before the end: quit, hang-up, the next item.
        case left
        /// Playing failed.
        case failed
        /// The last picture was shown. `isCutShort`: that was where the viewer had asked to end (`--end`), not the end
        /// of the item.
        case ended(isCutShort: Bool)
    }

    package enum Action: Sendable, Equatable {
        case save(ResumeKey, position: MediaTime, duration: MediaTime?)
        case remove(ResumeKey)

        package var key: ResumeKey {
            switch self {
            case .save(let key, _, _), .remove(let key): key
            }
        }
    }

    private let key: ResumeKey?
    private let policy: ResumePolicy
    /// While it plays: when to write next.
    package private(set) var nextWrite: HostTime?
    /// While it does not: how much playing is left until then.
    private var untilWrite = ResumePolicy.writeInterval
    private var isOver = false

    package init(_ item: ResumableItem, policy: ResumePolicy) {
        if case .recorded(let key) = item, policy.isEnabled, policy.writes { self.key = key } else { key = nil }
        self.policy = policy
    }

    /// - Parameters:
    ///   - position: in the main content, at `now`.
    ///   - duration: nil while unknown.
    package mutating func event(
        _ event: Event, position: MediaTime, duration: MediaTime?, at now: HostTime
    ) -> [Action] {
        guard let key, !isOver else { return [] }
        switch event {
        case .played:
            if nextWrite == nil { nextWrite = now + untilWrite }
            return []
        case .halted:
            if let nextWrite { untilWrite = max(.zero, nextWrite - now) }
            nextWrite = nil
            return []
        case .ticked:
            guard let nextWrite, now >= nextWrite else { return [] }
            return write(key, position, duration, at: now)
        case .seeked:
            return write(key, position, duration, at: now)
        case .stopped(.ended(isCutShort: false)):
            isOver = true
            nextWrite = nil
            return [.remove(key)]
        case .stopped:
            isOver = true
            defer { nextWrite = nil }
            return write(key, position, duration, at: now)
        }
    }

    /// The interval begins anew with each write.
    private mutating func write(
        _ key: ResumeKey, _ position: MediaTime, _ duration: MediaTime?, at now: HostTime
    ) -> [Action] {
        untilWrite = ResumePolicy.writeInterval
        if nextWrite != nil { nextWrite = now + untilWrite }
        // At its beginning there is nothing to go back to.
        if position <= .zero || policy.isFinished(at: position, duration: duration) { return [.remove(key)] }
        return [.save(key, position: position, duration: duration)]
    }
}
