package import PlayCore

/// The records of one playing of an item: takes observations, returns the changes to write. Main thread.
package struct ItemMemory: Sendable {
    package enum Phase: Sendable, Equatable {
        /// No content has been shown yet. An intro counts as opening.
        case opening
        /// Paused, stalled, seeking.
        case still
        case moving
        case ended
        case failed
    }

    package struct Observation: Sendable, Equatable {
        package var phase: Phase
        package var clock: ClockReading
        package var duration: MediaTime?
        /// Unverified text.
        package var title: String?
        /// Whether it is neither a pipe nor a still picture.
        package var canReturn: Bool

        package init(
            phase: Phase, clock: ClockReading, duration: MediaTime? = nil, title: String? = nil, canReturn: Bool = true
        ) {
            self.phase = phase
            self.clock = clock
            self.duration = duration
            self.title = title
            self.canReturn = canReturn
        }
    }

    package enum Change: Sendable, Equatable {
        case resume(ResumeRecorder.Action)
        /// At most once per playing.
        case begin(ResumeKey, title: String?)
        case end(ResumeKey, position: MediaTime, duration: MediaTime?)
    }

    /// Smaller differences are corrections of the clock or steps by frames.
    static let jump = MediaTime.milliseconds(250)

    private let key: ResumeKey?
    private let policy: ResumePolicy
    private let keepsHistory: Bool
    private let isCutShort: Bool
    private var hasBegun = false
    private var recorder: ResumeRecorder?
    private var last: Observation?

    /// - Parameters:
    ///   - key: `nil` if nothing is recorded (standard input).
    ///   - isCutShort: whether playing ends where the viewer asked for, not at the item's end.
    package init(_ key: ResumeKey?, policy: ResumePolicy, keepsHistory: Bool, isCutShort: Bool = false) {
        self.key = key
        self.policy = policy
        self.keepsHistory = keepsHistory
        self.isCutShort = isCutShort
    }

    /// `nil` if no write is due without a change.
    package var nextWrite: HostTime? { recorder?.nextWrite }

    package mutating func observe(_ observation: Observation, at now: HostTime) -> [Change] {
        switch observation.phase {
        // A failure before the opening says nothing about the position.
        case .opening: return []
        case .failed: return stop(.failed, at: now)
        case .ended: return end(observation, at: now)
        case .still, .moving: break
        }
        var changes = begin(observation)
        let isSeek = last.map { hasJumped(from: $0.clock, to: observation.clock) } ?? false
        last = observation
        if isSeek { changes += tell(.seeked, observation, at: now) }
        changes += tell(.ticked, observation, at: now)
        changes += tell(observation.phase == .moving ? .played : .halted, observation, at: now)
        return changes
    }

    /// Stops for quitting, a hang-up or the next item.
    package mutating func leave(at now: HostTime) -> [Change] { stop(.left, at: now) }

    /// Records the start of playback. Also starts the recorder if the viewer returned after the end.
    private mutating func begin(_ observation: Observation) -> [Change] {
        if recorder == nil {
            let item = observation.canReturn ? key.map(ResumableItem.recorded) ?? .unrecorded : .unrecorded
            recorder = ResumeRecorder(item, policy: policy)
            last = nil
        }
        guard !hasBegun else { return [] }
        hasBegun = true
        guard keepsHistory, let key else { return [] }
        return [.begin(key, title: observation.title)]
    }

    private mutating func end(_ observation: Observation, at now: HostTime) -> [Change] {
        guard recorder != nil || !hasBegun else { return [] }
        let changes = begin(observation)
        last = observation
        return changes + stop(.ended(isCutShort: isCutShort), at: now)
    }

    /// Does nothing if the item was never open or has already stopped.
    private mutating func stop(_ stop: ResumeRecorder.Stop, at now: HostTime) -> [Change] {
        guard recorder != nil, let last else { return [] }
        var changes = tell(.stopped(stop), last, at: now)
        recorder = nil
        if keepsHistory, let key {
            let position = position(of: last, at: now)
            let isAtEnd = stop == .ended(isCutShort: false)
            changes.append(.end(key, position: isAtEnd ? last.duration ?? position : position, duration: last.duration))
        }
        return changes
    }

    private mutating func tell(_ event: ResumeRecorder.Event, _ observation: Observation, at now: HostTime) -> [Change]
    {
        let position = position(of: observation, at: now)
        return recorder?.event(event, position: position, duration: observation.duration, at: now).map(Change.resume)
            ?? []
    }

    private func position(of observation: Observation, at now: HostTime) -> MediaTime {
        let position = observation.clock.position(at: now)
        return observation.duration.map { min(position, $0) } ?? position
    }

    private func hasJumped(from old: ClockReading, to new: ClockReading) -> Bool {
        let difference = new.position - old.position(at: new.hostTime)
        return difference >= Self.jump || difference <= -Self.jump
    }
}
