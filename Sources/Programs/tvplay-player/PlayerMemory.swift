import Cells
import History
import Localization
import Options
import PlayCore
import Playback
import PlaybackModel
import Storage

/// What is remembered of playing: places the plans of videos at their records, and writes where they are left and that
/// they were played. Main thread, which waits for the disk only when an item is opened, and then a second at most.
final class PlayerMemory: SessionConsumer {
    /// PLAY-15: an item goes on from here.
    var onResume: (MediaTime) -> Void = { _ in }
    /// Something that the viewer should know; already cleaned.
    var onNotice: (String) -> Void = { _ in }

    private static let patience = HostTime.seconds(1)
    /// At the end, when nobody waits for a picture any more.
    private static let lastPatience = HostTime.seconds(5)

    let storage: StorageThread
    /// Of each video; set by whoever has the list.
    var options: (Video) -> PlayerOptions = { _ in PlayerOptions() }
    private let clock = SystemClock()
    /// Of the session that plays.
    private var item: ItemMemory?
    private var entry = 0
    /// Where plans were placed, by the entries of the queue; until that is told.
    private var starts: [Int: MediaTime] = [:]
    private var isAnnounced = false
    /// Where the item that is opened next begins, when it is this one: chosen from the history.
    private var wish: (id: String, position: MediaTime)?

    /// Nil when there is nothing to remember, or no place for it.
    ///
    /// - Parameter wakeUp: signalled when there is a notice.
    init?(_ queue: PlayQueue, wakeUp: WakeUp, usesTraceID: Bool) {
        let options = queue.entries.map(\.options) + [queue.options]
        guard options.contains(where: { $0.resumesPlayback || $0.keepsHistory }),
            let folder = StateFolder.path()
        else { return nil }
        storage = StorageThread(HistorySchema.file(in: folder)) { wakeUp.signal() }
        // Opens the file while the terminal is being set up.
        storage.post { database throws(StorageError) in
            guard usesTraceID else { return }
            let id = try TraceID.value(in: database)
            Log.shared.write(.info, "trace", "id \(id)")
        }
    }

    /// ARCH-40: in the chain behind the sources.
    func provider(around upstream: any SessionProvider) -> any SessionProvider {
        do {
            return try WrappingSessionProvider(.position, around: upstream) { [weak self] plan in self?.place(&plan) }
        } catch {
            preconditionFailure("the chain of providers: \(error)")
        }
    }

    /// When to ask for the snapshot again, at the latest.
    var nextWrite: HostTime? { item?.nextWrite }

    /// Tells notices that have come.
    func deliver() {
        for notice in storage.takeNotices() {
            switch notice {
            case .damaged(let path):
                let shown = PlayQueue.shown(path)
                onNotice(tr("The memory was damaged. A new one has begun, the old one is %1", shown))
            case .unavailable(let error):
                onNotice(tr("Positions and history cannot be kept: %1", PlayQueue.shown(error.text)))
            }
        }
    }

    /// Waits for what has to be written. Call once, after the controller has ended.
    func close() { storage.close(within: Self.lastPatience) }

    // MARK: Before playing

    /// PLAY-15, PLAY-10.
    private func place(_ plan: inout SessionPlan) {
        let options = options(plan.video)
        starts[plan.video.entry] = nil
        if let wish, wish.id == plan.video.id {
            plan.options.start = .absolute(wish.position)
            starts[plan.video.entry] = wish.position
            return
        }
        guard let key = plan.video.resumeKey, options.resumesPlayback else { return }
        do throws(StorageError) {
            let record = try storage.perform(within: Self.patience) { database throws(StorageError) in
                try ResumeStore(database).position(of: key)
            }
            let start = ResumePolicy(options).start(record: record, initialPlayTime: options.initialPlayTime)
            guard let start else { return }
            plan.options.start = .absolute(start)
            starts[plan.video.entry] = start
        } catch {
            // What is not known is not gone back to.
            Log.shared.write(.warning, "resume", error.description)
        }
    }

    /// The item with this id begins there, if it is what is opened next.
    func start(_ id: String, at position: MediaTime) { wish = (id, position) }

    // MARK: While playing

    func didAdvance(to session: PlaybackSession) {
        wish = nil
        entry = session.video.entry
        let options = options(session.video)
        item = ItemMemory(
            session.video.resumeKey, policy: ResumePolicy(options), keepsHistory: options.keepsHistory,
            isCutShort: options.end != nil || options.length != nil)
        isAnnounced = false
    }

    func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {
        look(at: snapshot)
        write(item?.leave(at: clock.now) ?? [])
        item = nil
    }

    /// After each delivery: the newest state.
    func look(at snapshot: PlaybackSnapshot) {
        let facts = ItemMemory.Facts(snapshot)
        if !isAnnounced, facts.phase != .opening {
            isAnnounced = true
            if let start = starts.removeValue(forKey: entry), start >= .seconds(1), facts.phase != .failed {
                onResume(start)
            }
        }
        write(item?.observe(facts, at: clock.now) ?? [])
    }

    private func write(_ changes: [ItemMemory.Change]) {
        let now = WallTime.now
        for change in changes {
            switch change {
            case .resume(let action):
                // Of positions that wait only the newest is worth writing.
                storage.post(replacing: "resume " + action.key.text) { database throws(StorageError) in
                    try ResumeStore(database).perform(action, at: now)
                }
            case .begin(let key, let title):
                storage.post { database throws(StorageError) in
                    try HistoryStore(database).begin(key, title: title, at: now)
                }
            case .end(let key, let position, let duration):
                storage.post { database throws(StorageError) in
                    try HistoryStore(database).end(key, position: position, duration: duration, at: now)
                }
            }
        }
    }
}

extension Video {
    /// Nil for standard input and what the kernel names (`<(command)`): nobody can go back to it.
    fileprivate var resumeKey: ResumeKey? {
        if let room {
            return .room(classID: room.classID, sessionID: room.sessionID, version: "\(room.clippedVersion)")
        }
        let isPassing = sources[0].delivery == .stream || id.hasPrefix("/dev/") || id.hasPrefix("/proc/")
        return isPassing ? nil : .video(id: id)
    }
}

extension ResumePolicy {
    fileprivate init(_ options: PlayerOptions) {
        self.init(ignorableRemainingTimeInterval: options.resumeIgnoreTail)
        isEnabled = options.resumesPlayback
        writes = options.savesPosition && options.keepsHistory
    }
}

extension PlayerOptions {
    /// PLAY-10. Nil: somewhere that only the open item can tell.
    fileprivate var initialPlayTime: MediaTime? {
        switch start {
        case nil, .percent(0): .zero
        case .time(let time): time
        case .beforeEnd, .percent, .chapter: nil
        }
    }
}

extension ItemMemory.Facts {
    fileprivate init(_ snapshot: PlaybackSnapshot) {
        let phase: ItemMemory.Phase =
            switch (snapshot.part, snapshot.status) {
            case (.intro, _): .opening
            case (.outro, _): .ended
            // The picture may be there before the sound: then one can seek already.
            case (.main, .loading): snapshot.showsFirstPicture ? .still : .opening
            case (.main, .unload), (.main, .stopped): .opening
            case (.main, .ready), (.main, .paused), (.main, .stalled): .still
            case (.main, .playing): snapshot.clock.isRunning ? .moving : .still
            case (.main, .failed): .failed
            case (.main, .reachEnd): .ended
            }
        self.init(
            phase: phase, clock: snapshot.clock, duration: snapshot.duration, title: snapshot.title,
            canReturn: snapshot.canSeek)
    }
}
