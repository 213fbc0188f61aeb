import History
import Localization
package import PlayCore
package import Playback
package import PlaybackModel
import Playlists
package import Storage
import Text

/// What is remembered of playing: places the plans of videos at their records, and writes where they are left and that
/// they were played. Main thread, which waits for the disk only when an item is opened, and then a second at most.
package final class PlayerMemory: SessionConsumer {
    /// An item goes on from here.
    package var onResume: (MediaTime) -> Void = { _ in }
    /// Something that the viewer should know; already cleaned.
    package var onNotice: (String) -> Void = { _ in }
    /// Why nothing was kept, for the end of the program; already cleaned. `nil` if all of it was.
    package private(set) var shortfall: String?

    private static let patience = HostTime.seconds(1)
    /// At the end, when nobody waits for a picture any more.
    private static let lastPatience = HostTime.seconds(5)

    package let storage: StorageThread
    /// Of each video; set by whoever has the list.
    package var rules: (Video) -> MemoryRules = { _ in MemoryRules() }
    private let clock: any HostClock
    /// Of the session that plays.
    private var item: ItemMemory?
    private var place: RememberedPlace?
    private var cover: String?
    private var entry = 0
    private var isEndless = false
    private var key: ResumeKey?
    /// Where plans were placed, by the entries of the queue; until that is told.
    private var starts: [Int: MediaTime] = [:]
    private var isAnnounced = false
    /// Where the item that is opened next begins, when it is this one: chosen from the history.
    private var wish: (id: String, position: MediaTime)?

    /// - Parameters:
    ///   - file: of the database.
    ///   - usesTraceID: the installation's number is written to the log.
    ///   - wakeUp: signalled when there is a notice.
    package init(file: DatabaseFile, usesTraceID: Bool, wakeUp: WakeUp, clock: any HostClock = SystemClock()) {
        self.clock = clock
        storage = StorageThread(file) { wakeUp.signal() }
        // Opens the file while the terminal is being set up.
        storage.post { database throws(StorageError) in
            guard usesTraceID else { return }
            let id = try TraceID.value(in: database)
            Log.shared.write(.info, "trace", "id \(id)")
        }
    }

    /// Places plans where their videos were left.
    package var link: ProviderLink { ProviderLink(.position) { [weak self] plan in self?.place(&plan) } }

    /// When to ask for the snapshot again, at the latest.
    package var nextWrite: HostTime? { item?.nextWrite }

    /// Waits until what has to be written is written, or the limit has passed. Any thread.
    package var settle: @Sendable (HostTime) -> Void { { [storage] in storage.settle(within: $0) } }

    /// Tells notices that have come.
    package func deliver() {
        for notice in storage.takeNotices() {
            switch notice {
            case .damaged(let path):
                let shown = SafeText.phrase(path)
                onNotice(tr("The history database was damaged and has been replaced. The old one is %1", shown))
            case .unavailable(let error):
                let words = tr("Cannot save positions and history: %1", SafeText.phrase(error.text))
                shortfall = words
                onNotice(words)
            }
        }
    }

    /// Waits for what has to be written. Call once, after the controller has ended.
    package func close() {
        storage.close(within: Self.lastPatience)
        onNotice = { _ in }
        deliver()
    }

    // MARK: Before playing

    private func place(_ plan: inout SessionPlan) {
        let rules = rules(plan.video)
        starts[plan.video.entry] = nil
        if let wish, wish.id == plan.video.id {
            (plan.options.start, plan.options.isStartRemembered) = (.absolute(wish.position), true)
            starts[plan.video.entry] = wish.position
            return
        }
        guard let key = plan.video.resumeKey, rules.resumes else { return }
        do throws(StorageError) {
            let record = try storage.perform(within: Self.patience) { database throws(StorageError) in
                try ResumeStore(database).position(of: key)
            }
            let start = rules.policy.start(record: record, initialPlayTime: rules.start)
            guard let start else { return }
            (plan.options.start, plan.options.isStartRemembered) = (.absolute(start), true)
            starts[plan.video.entry] = start
        } catch {
            // What is not known is not gone back to.
            Log.shared.write(.warning, "resume", error.description)
        }
    }

    /// The item with this id begins there, if it is what is opened next.
    package func start(_ id: String, at position: MediaTime) { wish = (id, position) }

    // MARK: While playing

    package func didAdvance(to session: PlaybackSession) {
        wish = nil
        entry = session.video.entry
        place = session.video.place
        cover = session.video.keptCover
        isEndless = session.video.isEndless
        key = session.video.resumeKey
        let rules = rules(session.video)
        item = ItemMemory(
            key, policy: rules.policy, keepsHistory: rules.keepsHistory,
            isCutShort: rules.isCutShort)
        isAnnounced = false
    }

    package func willDiscard(_ session: PlaybackSession, last snapshot: PlaybackSnapshot, at position: MediaTime) {
        look(at: snapshot)
        write(item?.leave(at: clock.now) ?? [])
        item = nil
    }

    /// After each delivery: the newest state.
    package func look(at snapshot: PlaybackSnapshot) {
        var observation = ItemMemory.Observation(snapshot)
        if snapshot.liveState != nil { beginLive() }
        if isEndless { observation.canReturn = false }
        if !isAnnounced, observation.phase != .opening {
            isAnnounced = true
            if let start = starts.removeValue(forKey: entry), start >= .seconds(1), observation.phase != .failed {
                onResume(start)
            }
        }
        write(item?.observe(observation, at: clock.now) ?? [])
    }

    /// It turns out to be live: places in it mean nothing later, and one that was kept before goes.
    private func beginLive() {
        guard !isEndless else { return }
        isEndless = true
        starts[entry] = nil
        if let key { write([.resume(.remove(key))]) }
    }

    private func write(_ changes: [ItemMemory.Change]) {
        let (now, place, cover) = (WallTime.now, place, cover)
        for change in changes {
            switch change {
            case .resume(let action):
                // Of positions that wait only the newest is worth writing.
                storage.post(replacing: "resume " + action.key.text) { database throws(StorageError) in
                    try ResumeStore(database).perform(action, place: place, at: now)
                }
            case .begin(let key, let title):
                storage.post { database throws(StorageError) in
                    try HistoryStore(database).begin(key, title: title, place: place, cover: cover, at: now)
                }
            case .end where isEndless: break
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

    /// Nil where the key says it. A query may be secret: what has one cannot be asked for again.
    fileprivate var place: RememberedPlace? {
        guard room != nil || classLocation != nil else { return nil }
        let location = classLocation ?? id
        if AddressText.isAddress(location), location.contains("?") { return nil }
        return RememberedPlace(location: location, isClass: classLocation != nil)
    }

    /// A query may be secret, and nothing from afar names a file of this machine.
    fileprivate var keptCover: String? {
        guard let cover else { return nil }
        guard AddressText.isAddress(cover) else { return AddressText.isAddress(id) ? nil : cover }
        return cover.contains("?") ? nil : cover
    }
}

extension ItemMemory.Observation {
    fileprivate init(_ snapshot: PlaybackSnapshot) {
        let phase: ItemMemory.Phase =
            switch (snapshot.part, snapshot.status) {
            case (.intro, _): .opening
            // The content waits; before it there is nothing to remember.
            case (.advert, _): snapshot.tracks.isEmpty ? .opening : .still
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
            phase: phase, clock: snapshot.clock, duration: snapshot.duration,
            title: snapshot.tags.station ?? snapshot.title, canReturn: snapshot.canSeek)
    }
}
