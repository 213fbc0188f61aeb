import Localization
import Options
import PlayCore
import Playback
import TUI

/// The list of items and the controller that plays them, as the screen and the loop without one use them. Main thread.
final class Player: PlayerControl, PlaylistControl {
    let wakeUp: WakeUp
    let controller: PlaybackController
    /// What was left out of the list is told here, with the first snapshot.
    var onWarning: (String) -> Void = { _ in }
    private let entries: [PlayQueue.Entry]
    private var warnings: [String]
    private var order: PlayOrder
    private let memory: PlayerMemory?
    private let results = ResultKeeper()
    private let eventLog: EventLogConsumer?

    /// - Parameter view: what the engine's pictures appear on.
    init(
        _ queue: PlayQueue, order: PlayOrder, access: SourceAccess, memory: PlayerMemory?, engine: PlaybackEngine,
        view: any PlaybackView, wakeUp: WakeUp, options: ControllerOptions = ControllerOptions(), eventLog: EventLog?
    ) {
        let entries = queue.entries
        self.entries = entries
        warnings = queue.warnings
        self.order = order
        self.memory = memory
        self.wakeUp = wakeUp
        self.eventLog = eventLog.map(EventLogConsumer.init)
        let provider = BasicSessionProvider(
            options: { SessionOptions(entries[$0.entry].options) }, open: { SessionInput(source: $0, access) })
        controller = PlayerManager.shared.makeController(
            engine: engine, provider: memory?.provider(around: provider) ?? provider, view: view, options: options)
        controller.setVideos(Playlist(videos: entries.map(\.video)))
        controller.neighbour = { [weak self] in self?.order.neighbour(of: $0, $1) }
        controller.addSessionConsumer(results)
        if let consumer = self.eventLog { controller.addSessionConsumer(consumer) }
        if let memory { controller.addSessionConsumer(memory) }
    }

    // MARK: PlayerControl

    func send(_ command: PlaybackCommand) { controller.send(command) }

    var snapshot: PlaybackSnapshot {
        if let warning = warnings.first {
            onWarning(warnings.count == 1 ? warning : tr("%1 left out, the first: %2", "\(warnings.count)", warning))
            warnings = []
        }
        memory?.deliver()
        let snapshot = controller.deliver()
        memory?.look(at: snapshot)
        return snapshot
    }

    var nextDeadline: HostTime? { memory?.nextWrite }

    // MARK: PlaylistControl

    var position: PlaylistPosition { order.position }

    var titles: [String] {
        order.sequence.map { number in
            let video = entries[number].video
            let location = video.sources[0].location
            return video.title ?? SourceAccess.title(location)
        }
    }

    func move(to index: Int) -> Bool {
        let hasFailed = controller.snapshot.status == .failed
        guard let number = order.jump(toPlace: index, hasFailed: hasFailed) else { return false }
        return controller.open(at: number)
    }

    /// What plays, with its own options; nil: nothing that has a place of its own.
    var currentItem: PlayItem? {
        guard entries.indices.contains(order.current) else { return nil }
        let entry = entries[order.current]
        return entry.video.sources.first.map { PlayItem(path: $0.location, options: entry.options) }
    }

    var itemNames: [String] { order.sequence.map { entries[$0].video.id } }

    func move(by step: Int) -> Bool {
        let snapshot = controller.snapshot
        // Going on in an intro leads to its video.
        if step == 1, snapshot.part == .intro { return controller.move(by: 1) }
        guard let index = order.move(by: step, hasFailed: snapshot.status == .failed) else { return false }
        return controller.open(at: index)
    }

    func restart() { controller.restart() }

    /// Opens the first item and, unless it is to wait, plays it.
    func start() { controller.open(at: order.current, plays: !entries[order.current].options.isPaused) }

    // MARK: results

    /// The failures in the order of the list, for the last words on standard error.
    var failures: [PlayError] { results.failures(in: entries.map(\.video)) }

    var exitCode: ExitCode { results.exitCode }
}

/// What became of each item: once it has played, it has played.
private final class ResultKeeper: SessionConsumer {
    private var results: [String: Result<Void, PlayError>] = [:]

    func session(_ session: PlaybackSession, didChangeStatusFrom old: PlayStatus, to new: PlayStatus) {
        if [.ready, .playing, .paused, .reachEnd].contains(new) { results[session.video.id] = .success(()) }
    }

    func session(_ session: PlaybackSession, didFailWith error: PlayError) {
        // ADV-36: what broke off half-way for want of a network did not play.
        if results[session.video.id] == nil || error.code == .requestFailed {
            results[session.video.id] = .failure(error)
        }
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
