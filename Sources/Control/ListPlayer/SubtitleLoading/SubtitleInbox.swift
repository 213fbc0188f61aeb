import Catalogue
import MediaSources
import PlayCore
import Subtitles

struct SubtitleJob: Sendable {
    enum Kind: Sendable {
        case item(path: String, offered: [SubtitleInfo])
        case wanted(TrackFileRequest)
        case again(path: String)
        /// All texts of the item's own container.
        case index(SessionInput)
        /// A document that came with a stream.
        case document(SubtitleText)
    }

    let generation: Generation
    let kind: Kind
    let settings: SubtitleSettings
}

/// The queue between the main thread and the reading thread. Any thread.
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

    /// Begins another item: cancels reading for the previous one and drops its arrivals.
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

    func takeArrivals() -> [SubtitleArrival] {
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

    /// Waits for the next job. Returns `nil` once the inbox is closed.
    func nextJob() -> (SubtitleJob, CancelToken)? {
        state.next { state in
            if state.isClosed { return .end }
            return state.jobs.isEmpty ? .wait : .work((state.jobs.removeFirst(), state.cancel))
        }
    }

    /// Delivers an arrival, or drops it if another item has begun.
    func deliver(_ arrival: SubtitleArrival, for generation: Generation) {
        let isWanted = state.withLock { state in
            guard state.generation == generation, !state.isClosed else { return false }
            state.arrivals.append(arrival)
            return true
        }
        if isWanted { wakeUp.signal() }
    }
}
