import History
package import PlayCore
package import Playback
package import PlaybackModel
import Playlists
package import Storage

/// Resumes items at their saved positions, and records positions and played items. Main thread, which waits for the
/// disk only when an item is opened, for a second at most.
package final class PlayerMemory: SessionConsumer {
    package var onResume: (MediaTime) -> Void = { _ in }
    /// Called with a notice for the viewer, already cleaned.
    package var onNotice: (String) -> Void = { _ in }
    /// The message for the end of the program, already cleaned, or `nil` if all positions were saved.
    package private(set) var shortfall: String?

    private static let patience = HostTime.seconds(1)
    /// The patience at the end, when the viewer no longer waits for a picture.
    private static let lastPatience = HostTime.seconds(5)

    package let storage: StorageThread
    package var rules: (Video) -> MemoryRules = { _ in MemoryRules() }
    private let clock: any HostClock
    private var item: ItemMemory?
    private var place: RememberedPlace?
    private var cover: String?
    private var entry = 0
    private var isEndless = false
    private var key: ResumeKey?
    /// The starts by entry of the queue, until each entry is announced.
    private var starts: [Int: MediaTime] = [:]
    private var isAnnounced = false
    /// The start chosen from the history, used if the item with this ID is opened next.
    private var wish: (id: String, position: MediaTime)?

    /// `usesTraceID` writes the installation's number to the log. Signals `wakeUp` when there is a notice.
    package init(file: DatabaseFile, usesTraceID: Bool, wakeUp: WakeUp, clock: any HostClock = SystemClock()) {
        self.clock = clock
        storage = StorageThread(file) { wakeUp.signal() }
        // Opens the file while the terminal is being prepared.
        storage.post { database throws(StorageError) in
            guard usesTraceID else { return }
            let id = try TraceID.value(in: database)
            Log.shared.write(.info, "trace", "id \(id)")
        }
    }

    package var link: ProviderLink { ProviderLink(.position) { [weak self] plan in self?.place(&plan) } }

    package var nextWrite: HostTime? { item?.nextWrite }

    /// Waits until all pending writes are done, or the limit has passed. Any thread.
    package var settle: @Sendable (HostTime) -> Void { { [storage] in storage.settle(within: $0) } }

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

    /// Waits for pending writes. Call once, after the controller has ended.
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
            // Without a known position, the item starts as usual.
            Log.shared.write(.warning, "resume", error.description)
        }
    }

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

    /// Forgets the position of an item that turns out to be live.
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
                // Of pending positions, only the newest is worth writing.
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
    /// `nil` for standard input and names of the kernel (`<(command)`), which cannot be resumed.
    fileprivate var resumeKey: ResumeKey? {
        if let room {
            return .room(classID: room.classID, sessionID: room.sessionID, version: "\(room.clippedVersion)")
        }
        let isPassing = sources[0].delivery == .stream || id.hasPrefix("/dev/") || id.hasPrefix("/proc/")
        return isPassing ? nil : .video(id: id)
    }

    /// `nil` if the key is the location, or if it has a query: that may be secret, so it cannot be requested again.
    fileprivate var place: RememberedPlace? {
        guard room != nil || classLocation != nil else { return nil }
        let location = classLocation ?? id
        if AddressText.isAddress(location), location.contains("?") { return nil }
        return RememberedPlace(location: location, isClass: classLocation != nil)
    }

    /// `nil` if the address has a query, which may be secret, or a remote item names a file of this machine.
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
            // The content waits during an advert. Before the content there is no position to save.
            case (.advert, _): snapshot.tracks.isEmpty ? .opening : .still
            case (.outro, _): .ended
            // The picture may come before the sound, and seeks already work then.
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
