import Commands
import Options
import PlayCore
import Playback
import TUI
import Transport

/// The list of items and the controller that plays them, as the screen and the loop without one use them. Main thread.
final class Player: PlayerControl, PlaylistControl {
    let wakeUp: WakeUp
    let controller: PlaybackController
    private let items: [PlayItem]
    private let results = ResultKeeper()
    private let eventLog: EventLogConsumer?

    /// - Parameter view: what the engine's pictures appear on.
    init(
        items: [PlayItem], engine: PlaybackEngine, view: any PlaybackView, wakeUp: WakeUp,
        options: ControllerOptions = ControllerOptions(), eventLog: EventLog?
    ) {
        self.items = items
        self.wakeUp = wakeUp
        self.eventLog = eventLog.map(EventLogConsumer.init)
        let videos = items.enumerated().map { $1.video.numbered($0) }
        let provider = BasicSessionProvider(
            options: { SessionOptions(items[$0.entry].options) }, open: { SessionInput(source: $0) })
        controller = PlayerManager.shared.makeController(
            engine: engine, provider: provider, view: view, options: options)
        controller.setVideos(Playlist(videos: videos))
        controller.addSessionConsumer(results)
        if let consumer = self.eventLog { controller.addSessionConsumer(consumer) }
    }

    // MARK: PlayerControl

    func send(_ command: PlaybackCommand) { controller.send(command) }

    var snapshot: PlaybackSnapshot { controller.deliver() }

    // MARK: PlaylistControl

    var position: PlaylistPosition { PlaylistPosition(index: controller.index, count: items.count) }

    var itemNames: [String] { items.map(\.path) }

    func move(by step: Int) -> Bool { controller.move(by: step) }

    func restart() { controller.restart() }

    /// Opens the first item and, unless it is to wait, plays it.
    func start() { controller.open(at: 0, plays: items.first?.options.isPaused != true) }

    // MARK: results

    /// The failures in the order of the list, for the last words on standard error.
    var failures: [PlayError] { results.failures(in: items.map(\.video)) }

    var exitCode: ExitCode { results.exitCode }
}

extension PlayItem {
    /// What a controller plays for it.
    var video: Video {
        Video(
            id: path, sources: [Source(path)], startVideo: options.intro.map { Source($0) },
            endVideo: options.outro.map { Source($0) })
    }
}

extension Video {
    fileprivate func numbered(_ number: Int) -> Video { updating { $0.entry = number } }
}

/// What became of each item: once it has played, it has played.
private final class ResultKeeper: SessionConsumer {
    private var results: [String: Result<Void, PlayError>] = [:]

    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {
        if [.ready, .playing, .paused, .reachEnd].contains(new) { results[session.video.id] = .success(()) }
    }

    func session(_ session: PlaybackSession, didFailWith error: PlayError) {
        if results[session.video.id] == nil { results[session.video.id] = .failure(error) }
    }

    func failures(in videos: [Video]) -> [PlayError] {
        var told: Set<String> = []
        return videos.compactMap { video in
            guard told.insert(video.id).inserted, case .failure(let error)? = results[video.id] else { return nil }
            return error
        }
    }

    var exitCode: ExitCode {
        let failed = results.values.count { if case .failure = $0 { true } else { false } }
        if failed == 0 { return .success }
        return failed == results.count ? .playFailed : .playPartlyFailed
    }
}

/// `--log-events`.
private final class EventLogConsumer: SessionConsumer {
    private let log: EventLog

    init(_ log: EventLog) { self.log = log }

    func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
        log.write(event, at: position)
    }
}

extension SessionInput {
    /// Nil for what nothing here can open.
    init?(source: Source) {
        let path = source.location
        self.init(name: path) { cancel throws(ByteSourceError) -> any ByteSource in
            path == "-"
                ? try StandardInputByteSource(cancel: cancel) : try FileByteSource(path: path, cancel: cancel)
        }
    }
}
