import MediaSources
import Mosaic
import PlayCore
import TUI

/// A picture to be made.
struct PreviewJob: Sendable {
    var wish: PreviewWish
    let input: SessionInput
    let look: MosaicLook

    /// It costs nobody's line: the rest of it may be made ahead.
    var isLocal: Bool { !input.name.contains("://") }
}

/// Between the main thread and the one that makes the pictures. Any thread.
final class PreviewJobs: Sendable {
    /// What is made ahead takes one part in so many of the time.
    static let share: Int64 = 50
    /// A place far away is asked for once the pointer has rested there.
    private static let rest = HostTime.milliseconds(150)

    private struct State: Sendable {
        /// Not begun yet.
        var job: PreviewJob?
        /// When it may be begun.
        var due = HostTime.zero
        /// What was asked for last: the other places of its slider are next.
        var last: PreviewJob?
        var newest: SliderPreview?
        /// Nothing is made ahead before.
        var restsUntil = HostTime.zero
        var isClosed = false
    }

    private enum Step: Sendable {
        case make(PreviewJob)
        case fill(PreviewJob)
        /// There is something to wait for that was not there before.
        case again
        case end
    }

    private let state = Monitor(State())
    private let clock: any HostClock

    init(clock: any HostClock = SystemClock()) { self.clock = clock }

    func post(_ job: PreviewJob) {
        let due = job.isLocal ? HostTime.zero : clock.now + Self.rest
        state.update { state in
            state.job = job
            state.due = due
            state.last = job
        }
    }

    /// The item is over.
    func end() {
        state.update { state in
            state.job = nil
            state.last = nil
            state.newest = nil
        }
    }

    func close() { state.update { $0.isClosed = true } }

    func takeNewest() -> SliderPreview? {
        state.withLock { state in
            defer { state.newest = nil }
            return state.newest
        }
    }

    // MARK: The thread

    /// Waits for what is to be made; nil: closed.
    ///
    /// - Parameter missing: a place of a slider that was not made yet.
    /// - Returns: whether somebody waits for it.
    func next(_ missing: (PreviewJob) -> MediaTime?) -> (PreviewJob, isWanted: Bool)? {
        while true {
            let deadline = state.withLock { state in
                state.job != nil ? state.due : state.last?.isLocal == true ? state.restsUntil : nil
            }
            let step = state.wait(until: deadline) { [clock] state -> Step? in
                if state.isClosed { return .end }
                if let job = state.job {
                    guard state.due <= clock.now else {
                        return deadline.map { $0 <= state.due } ?? false ? nil : .again
                    }
                    state.job = nil
                    return .make(job)
                }
                guard let last = state.last, last.isLocal, state.restsUntil <= clock.now else {
                    return nil
                }
                return .fill(last)
            }
            switch step {
            case .end: return nil
            case .make(let job): return (job, true)
            case .fill(var job):
                if let time = missing(job) {
                    job.wish = job.wish.moved(to: time)
                    return (job, false)
                }
                // All of them are there.
                state.withLock { $0.last = nil }
            case .again, nil: break
            }
        }
    }

    /// - Returns: false: another one is wanted by now.
    func deliver(_ preview: SliderPreview) -> Bool {
        state.withLock { state in
            guard state.last?.wish.item == preview.wish.item else { return false }
            state.newest = preview
            return true
        }
    }

    func rest(after cost: HostTime) {
        let until = clock.now + HostTime(nanoseconds: cost.nanoseconds * (Self.share - 1))
        state.withLock { $0.restsUntil = until }
    }
}
