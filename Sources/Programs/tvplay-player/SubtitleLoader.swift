import CPlatform
import Catalogue
import Cells
import Localization
import MediaSources
import Options
import PlayCore
import Subtitles
import TUI

/// Reads the files of subtitles of the items on a thread of its own, one after the other: those that were named first,
/// then those beside the item.
///
/// `begin`, `add` and `take` are for the main thread; nothing of them waits. The thread begins with the first item that
/// may have subtitles. Call ``close()`` before the last reference goes.
final class SubtitleLoader: SubtitleSource {
    private let item: (PlaylistPosition) -> PlayItem?
    /// INFO-07: what a service has for the item that plays.
    private let offered: () -> [SubtitleInfo]
    private let inbox: SubtitleInbox
    private let access: SourceAccess
    private var generation = Generation()
    private var thread: WorkerThread?
    /// Of the item that plays.
    private var options = PlayerOptions()

    /// - Parameters:
    ///   - item: what plays at a position of the list.
    ///   - offered: what a service has for it.
    ///   - wakeUp: the player's; signalled when something came.
    init(
        access: SourceAccess, wakeUp: WakeUp, offered: @escaping () -> [SubtitleInfo],
        item: @escaping (PlaylistPosition) -> PlayItem?
    ) {
        self.item = item
        self.offered = offered
        self.access = access
        inbox = SubtitleInbox(wakeUp: wakeUp)
    }

    func begin(_ position: PlaylistPosition) {
        generation = generation.next
        let item = item(position)
        options = item?.options ?? PlayerOptions()
        inbox.begin(generation, SubtitleWish(options))
        guard let item else { return }
        order(SubtitleJob(generation: generation, kind: .item(path: item.path, offered: offered()), options: options))
    }

    func add(path: String) {
        order(SubtitleJob(generation: generation, kind: .wanted(path: path), options: options))
    }

    func reload(path: String) {
        order(SubtitleJob(generation: generation, kind: .again(path: path), options: options))
    }

    /// Reads a piece of a stream's text.
    func read(_ text: SubtitleText) {
        order(SubtitleJob(generation: generation, kind: .document(text), options: options))
    }

    func take() -> [SubtitleArrival] { inbox.take() }

    /// Ends the thread, also in the middle of a file.
    func close() {
        inbox.close()
        thread?.join()
        thread = nil
    }

    private func order(_ job: SubtitleJob) {
        inbox.order(job)
        guard thread == nil else { return }
        thread = WorkerThread(name: "subtitles") { [inbox, access] in
            while let (job, cancel) = inbox.nextJob() {
                SubtitleWork(job: job, inbox: inbox, access: access, cancel: cancel).run()
            }
        }
    }
}

extension SubtitleWish {
    fileprivate init(_ options: PlayerOptions) {
        self.init(
            first: Choice(options.subtitleTrack), second: Choice(options.secondSubtitleTrack),
            languages: options.subtitleLanguages)
    }
}

extension SubtitleWish.Choice {
    fileprivate init(_ choice: Options.TrackChoice) {
        switch choice {
        case .automatic: self = .automatic
        case .none: self = .none
        case .number(let number): self = .number(number)
        }
    }
}

/// What is to be read.
struct SubtitleJob: Sendable {
    enum Kind: Sendable {
        /// All that belongs to an item.
        case item(path: String, offered: [SubtitleInfo])
        /// One file that the viewer named while the item plays.
        case wanted(path: String)
        /// One of them once more.
        case again(path: String)
        /// What came with a stream.
        case document(SubtitleText)
    }

    let generation: Generation
    let kind: Kind
    let options: PlayerOptions
}

/// Between the main thread and the one that reads. Any thread.
final class SubtitleInbox: Sendable {
    private struct State {
        var generation = Generation()
        var jobs: [SubtitleJob] = []
        var arrivals: [SubtitleArrival] = []
        var cancel = CancelToken()
        var isClosed = false
    }

    private let state = Monitor(State())
    private let wakeUp: WakeUp

    init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

    /// Another item: what was being read for the one before ends, what came is dropped.
    func begin(_ generation: Generation, _ wish: SubtitleWish) {
        let old = state.update { state -> CancelToken in
            let old = state.cancel
            state.generation = generation
            state.jobs = []
            state.cancel = CancelToken()
            state.arrivals = [.begin(wish)]
            return old
        }
        old.cancel()
        wakeUp.signal()
    }

    func order(_ job: SubtitleJob) { state.update { $0.jobs.append(job) } }

    func take() -> [SubtitleArrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    func close() {
        let cancel = state.update { state -> CancelToken in
            state.isClosed = true
            return state.cancel
        }
        cancel.cancel()
    }

    /// Waits for work; nil: closed.
    func nextJob() -> (SubtitleJob, CancelToken)? {
        state.next { state in
            if state.isClosed { return .end }
            return state.jobs.isEmpty ? .wait : .work((state.jobs.removeFirst(), state.cancel))
        }
    }

    /// Dropped when another item has begun.
    func deliver(_ arrival: SubtitleArrival, for generation: Generation) {
        let isWanted = state.withLock { state in
            guard state.generation == generation, !state.isClosed else { return false }
            state.arrivals.append(arrival)
            return true
        }
        if isWanted { wakeUp.signal() }
    }
}

/// One job, on the thread that reads.
private struct SubtitleWork {
    let job: SubtitleJob
    let inbox: SubtitleInbox
    let access: SourceAccess
    let cancel: CancelToken

    func run() {
        switch job.kind {
        case .wanted(let path): load(path) { .track($0, isWanted: true) }
        case .again(let path): load(path) { .reloaded($0) }
        case .document(let text): parse(text)
        case .item(let video, let offered):
            for path in job.options.subtitleFiles { load(path) { .track($0, isWanted: false) } }
            for subtitle in OfferedSubtitles.wanted(offered, languages: job.options.subtitleLanguages) {
                load(subtitle.url, language: subtitle.language) { .track($0, isWanted: false) }
            }
            for file in SubtitleFolders.files(for: video, job.options)
            where !job.options.subtitleFiles.contains(file.path) {
                load(file.path, language: file.language) { .track($0, isWanted: false) }
            }
        }
    }

    private func parse(_ text: SubtitleText) {
        let cues = SubtitleDocument.cues(text.payload, movedBy: text.start, cancel: cancel)
        guard !cues.isEmpty, !cancel.isCancelled else { return }
        inbox.deliver(.cues(cues, .container(stream: text.track)), for: job.generation)
    }

    private func load(_ path: String, language: String? = nil, as arrival: (SubtitleTrack) -> SubtitleArrival) {
        guard !cancel.isCancelled else { return }
        let outcome: SubtitleArrival
        do {
            let bytes = try read(path)
            let track = try SubtitleFile.track(
                bytes, path: SourceAccess.shown(path), language: language, codePage: job.options.subtitleCodePage,
                cancel: cancel)
            outcome = arrival(track)
        } catch {
            let reason: String
            switch error {
            case let error as SubtitleError: reason = error.explanation
            case let error as ByteSourceError:
                guard error.code != .cancelled else { return }
                reason =
                    error.isOfNetwork || error.systemError == 0
                    ? error.reason : String(cString: strerror(error.systemError))
            default: reason = "\(error)"
            }
            Log.shared.write(.warning, "subtitles", "\(SourceAccess.shown(path)): \(reason)")
            let name = SourceAccess.title(path)
            outcome = .failed(name: ByteText.shown(name), reason: reason)
        }
        guard !cancel.isCancelled else { return }
        inbox.deliver(outcome, for: job.generation)
    }

    private func read(_ path: String) throws -> [UInt8] {
        let source = try access.open(path, cancel: cancel)
        guard (source.size ?? 0) <= SubtitleLimits.fileBytes else { throw SubtitleError.tooLarge }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try chunk.withUnsafeMutableBytes { buffer throws(ByteSourceError) in
                try source.read(at: Int64(bytes.count), into: buffer)
            }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= SubtitleLimits.fileBytes else { throw SubtitleError.tooLarge }
        }
    }
}

extension SubtitleError {
    /// For the viewer.
    fileprivate var explanation: String {
        switch self {
        case .empty: tr("there are no subtitles in it")
        case .unknownFormat: tr("this is neither SRT nor WebVTT nor ASS")
        case .tooLarge: tr("more than 64 MiB")
        }
    }
}
