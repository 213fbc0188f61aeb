package import PlayCore

/// Decides when to write and remove an item's position. One recorder per playing, from opening to stop. Main thread.
package struct ResumeRecorder: Sendable, Equatable {
    /// Events come in any order until ``stopped``. Later ones are ignored.
    package enum Event: Sendable, Equatable {
        case played
        /// Paused, stalled, seeking.
        case halted
        /// Required no later than ``ResumeRecorder/nextWrite``; may be sent more often.
        case ticked
        case seeked
        case stopped(Stop)
    }

    package enum Stop: Sendable, Equatable {
        /// The item was left before its end: quit, hang-up, the next item.
        case left
        case failed
        /// `isCutShort`: the viewer set this end (`--end`), which is not the item's.
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
    package private(set) var nextWrite: HostTime?
    /// Playing time until the next write, while the item does not play.
    private var untilWrite = ResumePolicy.writeInterval
    private var isOver = false

    package init(_ item: ResumableItem, policy: ResumePolicy) {
        if case .recorded(let key) = item, policy.isEnabled, policy.writes { self.key = key } else { key = nil }
        self.policy = policy
    }

    /// - Parameter position: in the main content, at `now`.
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

    private mutating func write(
        _ key: ResumeKey, _ position: MediaTime, _ duration: MediaTime?, at now: HostTime
    ) -> [Action] {
        untilWrite = ResumePolicy.writeInterval
        if nextWrite != nil { nextWrite = now + untilWrite }
        // The beginning needs no record.
        if position <= .zero || policy.isFinished(at: position, duration: duration) { return [.remove(key)] }
        return [.save(key, position: position, duration: duration)]
    }
}
