import Options
import PlayCore
import Playback
import TUI
import Transport

/// The list of items and the session that plays one of them. Main thread.
final class Player: PlayerControl, PlaylistControl {
    let wakeUp: WakeUp
    private let session: PlaybackEngine
    private let items: [PlayItem]
    private let model: PlayerModel
    private var tokens: [ObservationToken] = []
    private var index = 0
    private var results: [Int: Result<Void, PlayError>] = [:]
    /// Volume, speed and the like, once the viewer has changed them, hold for the items that follow.
    private var carried: PlaybackSnapshot?

    init(items: [PlayItem], session: PlaybackEngine, wakeUp: WakeUp, eventLog: EventLog?) {
        self.items = items
        self.session = session
        self.wakeUp = wakeUp
        model = PlayerModel(session: session)
        keepResults()
        if let eventLog {
            tokens.append(
                model.lifecycle.observe { event, position in
                    eventLog.write(event, at: position)
                    return .keep
                })
        }
    }

    /// What became of each item: once it has played, it has played.
    private func keepResults() {
        tokens.append(
            model.playStatus.observe(options: [.new]) { [weak self] status, _, _ in
                guard let self else { return .stop }
                if [.ready, .playing, .paused, .reachEnd].contains(status) { results[index] = .success(()) }
                return .keep
            })
        tokens.append(
            model.playFailed.observe { [weak self] _, error in
                guard let self else { return .stop }
                if results[index] == nil { results[index] = .failure(error) }
                return .keep
            })
    }

    // MARK: PlayerControl

    func send(_ command: PlaybackCommand) { session.send(command) }

    var snapshot: PlaybackSnapshot { model.deliver() }

    // MARK: PlaylistControl

    var titles: [String] { items.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path } }

    var position: PlaylistPosition { PlaylistPosition(index: index, count: items.count) }

    func move(by step: Int) -> Bool {
        guard items.indices.contains(index + step) else { return false }
        carried = session.snapshot
        index += step
        start()
        return true
    }

    func restart() {
        carried = session.snapshot
        start()
    }

    /// Opens the current item and, unless it is to wait, plays it.
    func start() {
        let item = items[index]
        var options = SessionOptions(item.options)
        if let carried {
            options.rate = carried.rate
            options.volume = carried.volume
            options.isMuted = carried.isMuted
            options.channelOutput = carried.channelOutput
            options.scalingMode = carried.scalingMode
            options.adjustment = carried.adjustment
            options.audioDelay = carried.audioDelay
        }
        session.setUp(SessionInput(path: item.path), options: options)
        if !item.options.isPaused { session.send(.play) }
    }

    // MARK: results

    /// The failures in the order of the list, for the last words on standard error.
    var failures: [PlayError] {
        results.sorted { $0.key < $1.key }.compactMap {
            if case .failure(let error) = $0.value { return error }
            return nil
        }
    }

    var exitCode: ExitCode {
        let failed = failures.count
        if failed == 0 { return .success }
        return failed == results.count ? .playFailed : .playPartlyFailed
    }
}

extension SessionInput {
    /// A path as the user gave it; `-` is standard input.
    init(path: String) {
        self.init(name: path) { cancel throws(ByteSourceError) -> any ByteSource in
            path == "-"
                ? try StandardInputByteSource(cancel: cancel) : try FileByteSource(path: path, cancel: cancel)
        }
    }
}
