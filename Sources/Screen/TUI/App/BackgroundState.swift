import PlaybackModel

/// The reasons why the screen is in the background, and their effects on playback.
package struct BackgroundState: Sendable, Equatable {
    package struct Reasons: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The shell has the terminal (Ctrl-Z).
        static let suspended = Reasons(rawValue: 1)
        static let detached = Reasons(rawValue: 2)
        static let tooSmall = Reasons(rawValue: 4)
    }

    /// `--background-audio`: whether playback continues in the background.
    package var playsOn = false
    package var classesPlayOn = false
    private var isInLiveClass = false
    /// `--background-decode`: whether the picture is decoded in the background, for another program.
    package var decodesUnseen = false
    /// Whether Ctrl-Z can stop another process instead of this one.
    package var outlivesSuspension = false
    private var reasons: Reasons = []
    /// Whether playback was paused only by going to the background.
    private var resumes = false

    package init() {}

    package var continues: Bool { playsOn || classesPlayOn && isInLiveClass }

    package var isUnseen: Bool {
        reasons.contains(.detached) || reasons.contains(.suspended) && outlivesSuspension && continues
    }

    /// Records that the viewer paused or played: from then on, playback does not resume by itself.
    mutating func noteDecision() { resumes = false }

    /// Changes a reason. Returns the resulting commands for the session.
    mutating func set(_ reason: Reasons, _ holds: Bool, _ snapshot: PlaybackSnapshot) -> [PlaybackCommand] {
        change(snapshot) { if holds { $0.reasons.insert(reason) } else { $0.reasons.remove(reason) } }
    }

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
        // A stopped process cannot play.
        return reasons.contains(.suspended) && !outlivesSuspension
    }

    private var playsUnseen: Bool { isUnseen && !pauses }
}
