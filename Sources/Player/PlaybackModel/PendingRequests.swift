package import PlayCore

/// Requests that the engine has not answered, with what each of them is shown as meanwhile. A value.
///
/// Of the requests about one subject the newest counts. A request falls out when the snapshot says that it has been
/// answered (``PlaybackSnapshot/answered``), whatever became of it.
package struct PendingRequests: Sendable, Equatable {
    /// What a request is about.
    private enum Subject: Hashable {
        case play, position, rate, volume, mute, channels, scaling, adjustment, view, soundFilters, languages,
            audioDelay, silence
        case videoTrack, audioTrack, definition, loop, section
    }

    private struct Request: Sendable, Equatable {
        let command: PlaybackCommand
        /// Nil until it is sent.
        var number: Int?
        /// Of a jump; nil: nobody can tell yet.
        let target: MediaTime?
        /// Of playing and pausing.
        let isPaused: Bool?
    }

    private var requests: [Subject: Request] = [:]
    private var answered = 0

    package init() {}

    package var isEmpty: Bool { requests.isEmpty }

    /// Where the jump under way goes; nil: there is none, or nobody can tell.
    package var target: MediaTime? { requests[.position]?.target }

    /// Nil: neither playing nor pausing was asked for.
    package var isPaused: Bool? { requests[.play]?.isPaused }

    /// - Parameters:
    ///   - target: where a jump goes.
    ///   - shown: what is shown now.
    package mutating func add(_ command: PlaybackCommand, to target: MediaTime? = nil, shown: PlaybackSnapshot) {
        guard let subject = Self.subject(command) else { return }
        let isPaused: Bool? =
            switch command {
            case .play: false
            case .pause: true
            case .togglePause: !(self.isPaused ?? shown.isPaused)
            default: nil
            }
        requests[subject] = Request(command: command, target: target, isPaused: isPaused)
    }

    /// - Parameter number: of the command, as its receiver has it; 0: nobody was asked to carry it out.
    package mutating func sent(_ command: PlaybackCommand, number: Int) {
        guard let subject = Self.subject(command), requests[subject] != nil else { return }
        if number > 0 { requests[subject]?.number = number } else { requests[subject] = nil }
    }

    /// What was not sent by now never will be, and numbers that begin anew are those of an engine that was not asked.
    package mutating func settle(_ snapshot: PlaybackSnapshot) {
        let isOtherEngine = snapshot.answered < answered
        answered = snapshot.answered
        guard !requests.isEmpty else { return }
        requests = isOtherEngine ? [:] : requests.filter { $1.number.map { $0 > snapshot.answered } ?? false }
    }

    /// The engine's state with what was asked for.
    package func shown(over snapshot: PlaybackSnapshot) -> PlaybackSnapshot {
        guard !requests.isEmpty else { return snapshot }
        return requests.values.reduce(into: snapshot) { $0.show($1.command) }
    }

    private static func subject(_ command: PlaybackCommand) -> Subject? {
        switch command {
        case .play, .pause, .togglePause: .play
        case .seek: .position
        case .setRate: .rate
        case .setVolume: .volume
        case .setMuted: .mute
        case .setChannelOutput: .channels
        case .setScalingMode: .scaling
        case .setAdjustment: .adjustment
        case .setPictureView: .view
        case .setSoundFilters: .soundFilters
        case .setAudioLanguages: .languages
        case .setAudioDelay: .audioDelay
        case .setPassesSilence: .silence
        case .selectTrack(.video, _): .videoTrack
        case .selectTrack(.audio, _): .audioTrack
        case .selectDefinition: .definition
        case .setLoopFile: .loop
        case .setABLoop: .section
        default: nil
        }
    }
}

extension PlaybackSnapshot {
    /// What the command is to make of it. Where playing stands is the clock's.
    fileprivate mutating func show(_ command: PlaybackCommand) {
        set(command)
        switch command {
        case .selectTrack(.video, let id): videoTrack = id
        case .selectTrack(.audio, let id): audioTrack = id
        case .selectDefinition(let index): stream?.chosenDefinition = index
        case .setLoopFile(let count): loopFile = count
        case .setABLoop(let start, let end): (abLoopStart, abLoopEnd) = (start, end)
        default: break
        }
    }
}

extension PlaybackSnapshot {
    /// A setting of the viewer's. What is about an item has nothing to change here.
    package mutating func set(_ command: PlaybackCommand) {
        switch command {
        case .setRate(let rate): self.rate = rate
        case .setVolume(let volume): self.volume = volume
        case .setMuted(let isMuted): self.isMuted = isMuted
        case .setChannelOutput(let output): channelOutput = output
        case .setScalingMode(let mode): scalingMode = mode
        case .setAdjustment(let adjustment): self.adjustment = adjustment
        case .setPictureView(let view): self.view = view
        case .setSoundFilters(let filters): soundFilters = filters
        case .setAudioLanguages(let languages): audioLanguages = languages
        case .setAudioDelay(let delay): audioDelay = delay
        case .setPassesSilence(let passes): passesSilence = passes
        default: break
        }
    }
}

/// What plays, as the viewer is to see it: the engine's state, over which lies what was asked of it. A value.
package struct ShownPlayback: Sendable, Equatable {
    /// As the engine gave it.
    package private(set) var reported = PlaybackSnapshot.empty
    package private(set) var pending = PendingRequests()
    /// ``reported`` with ``pending``.
    package private(set) var snapshot = PlaybackSnapshot.empty

    package init() {}

    package mutating func report(_ snapshot: PlaybackSnapshot) {
        reported = snapshot
        pending.settle(snapshot)
        self.snapshot = pending.shown(over: snapshot)
    }

    /// - Parameter target: where a jump goes.
    package mutating func ask(_ command: PlaybackCommand, to target: MediaTime? = nil) {
        pending.add(command, to: target, shown: snapshot)
        snapshot = pending.shown(over: reported)
    }

    /// - Parameter number: see ``PendingRequests/sent(_:number:)``.
    package mutating func sent(_ command: PlaybackCommand, number: Int) {
        let wasEmpty = pending.isEmpty
        pending.sent(command, number: number)
        if !wasEmpty { snapshot = pending.shown(over: reported) }
    }
}
