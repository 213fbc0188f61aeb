package import PlayCore

/// The unanswered requests with their expected effects, which the screen shows meanwhile. The newest about a subject
/// counts. An answer, successful or not, removes the request.
package struct PendingRequests: Sendable, Equatable {
    private enum Subject: Hashable {
        case play, position, rate, volume, mute, channels, scaling, adjustment, view, soundFilters, languages,
            audioDelay, silence
        case videoTrack, audioTrack, definition, loop, section
    }

    private struct Request: Sendable, Equatable {
        let command: PlaybackCommand
        /// `nil` until the command is sent.
        var number: Int?
        let target: MediaTime?
        /// `nil` if the request concerns neither playing nor pausing.
        let isPaused: Bool?
    }

    private var requests: [Subject: Request] = [:]
    private var answered = 0

    package init() {}

    package var isEmpty: Bool { requests.isEmpty }

    package var target: MediaTime? { requests[.position]?.target }

    package var isPaused: Bool? { requests[.play]?.isPaused }

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

    /// - Parameter number: from the command's receiver; 0 if no engine received it.
    package mutating func sent(_ command: PlaybackCommand, number: Int) {
        guard let subject = Self.subject(command), requests[subject] != nil else { return }
        if number > 0 { requests[subject]?.number = number } else { requests[subject] = nil }
    }

    /// Removes the answered requests, and those never sent. Falling numbers come from another engine.
    package mutating func settle(_ snapshot: PlaybackSnapshot) {
        let isOtherEngine = snapshot.answered < answered
        answered = snapshot.answered
        guard !requests.isEmpty else { return }
        requests = isOtherEngine ? [:] : requests.filter { $1.number.map { $0 > snapshot.answered } ?? false }
    }

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
    /// Shows the expected effect of a command, except the position, which the clock shows.
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
    /// Applies a viewer's setting. Ignores commands about an item.
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

/// The playback as the viewer sees it: the engine's state with the pending requests applied.
package struct ShownPlayback: Sendable, Equatable {
    package private(set) var reported = PlaybackSnapshot.empty
    package private(set) var pending = PendingRequests()
    package private(set) var snapshot = PlaybackSnapshot.empty

    package init() {}

    package mutating func report(_ snapshot: PlaybackSnapshot) {
        reported = snapshot
        pending.settle(snapshot)
        self.snapshot = pending.shown(over: snapshot)
    }

    package mutating func ask(_ command: PlaybackCommand, to target: MediaTime? = nil) {
        pending.add(command, to: target, shown: snapshot)
        snapshot = pending.shown(over: reported)
    }

    package mutating func sent(_ command: PlaybackCommand, number: Int) {
        let wasEmpty = pending.isEmpty
        pending.sent(command, number: number)
        if !wasEmpty { snapshot = pending.shown(over: reported) }
    }
}
