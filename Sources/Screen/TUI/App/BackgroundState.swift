import PlaybackModel

/// Whether the screen is in the background, and what follows for the playing.
package struct BackgroundState: Sendable, Equatable {
    package struct Reasons: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The shell has the terminal (Ctrl-Z).
        static let suspended = Reasons(rawValue: 1)
        /// Nobody looks at it.
        static let detached = Reasons(rawValue: 2)
        static let tooSmall = Reasons(rawValue: 4)
    }

    /// `--background-audio`: whatever plays.
    package var playsOn = false
    /// Classes that are live do.
    package var classesPlayOn = false
    private var isInLiveClass = false
    /// `--background-decode`: somebody wants the picture although it is not on the screen.
    package var decodesUnseen = false
    /// Ctrl-Z can stop another process in this one's place.
    package var outlivesSuspension = false
    private var reasons: Reasons = []
    /// Playing was paused only by going to the background.
    private var resumes = false

    package init() {}

    /// What plays now goes on while nobody sees it.
    package var continues: Bool { playsOn || classesPlayOn && isInLiveClass }

    /// Nothing of the screen can be seen.
    package var isUnseen: Bool {
        reasons.contains(.detached) || reasons.contains(.suspended) && outlivesSuspension && continues
    }

    /// The viewer decides anew about pausing.
    mutating func noteDecision() { resumes = false }

    /// - Returns: what the session is to do.
    mutating func set(_ reason: Reasons, _ holds: Bool, _ snapshot: PlaybackSnapshot) -> [PlaybackCommand] {
        change(snapshot) { if holds { $0.reasons.insert(reason) } else { $0.reasons.remove(reason) } }
    }

    /// A class that is live is attended, or no more.
    mutating func setLiveClass(_ isAttended: Bool, _ snapshot: PlaybackSnapshot) -> [PlaybackCommand] {
        guard isAttended != isInLiveClass else { return [] }
        return change(snapshot) { $0.isInLiveClass = isAttended }
    }

    private mutating func change(
        _ snapshot: PlaybackSnapshot, _ change: (inout BackgroundState) -> Void
    ) -> [PlaybackCommand] {
        let (paused, playedUnseen) = (pauses, playsUnseen)
        change(&self)
        var commands: [PlaybackCommand] = []
        if playsUnseen != playedUnseen, !decodesUnseen { commands.append(.setPictureAttached(!playsUnseen)) }
        guard pauses != paused else { return commands }
        if pauses {
            resumes =
                switch snapshot.status {
                case .playing, .stalled: true
                case .loading: snapshot.wantsPlay
                default: false
                }
            if resumes { commands.append(.pause) }
        } else if resumes {
            resumes = false
            commands.append(.play)
        }
        return commands
    }

    private var pauses: Bool {
        if !continues, !reasons.isEmpty { return true }
        // Whoever stops cannot play on.
        return reasons.contains(.suspended) && !outlivesSuspension
    }

    private var playsUnseen: Bool { isUnseen && !pauses }
}
