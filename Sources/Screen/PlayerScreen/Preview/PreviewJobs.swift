import MediaSources
import Mosaic
import PlayCore
import ScreenKit
import TUI

struct PreviewJob: Sendable {
    var wish: PreviewWish
    let input: SessionInput
    let look: MosaicLook

    /// Whether the file is local, so that its other pictures may be made in advance without using the network.
    var isLocal: Bool { !input.name.contains("://") }
}

/// Passes requests from the main thread to the thread that makes the pictures. Any thread.
final class PreviewJobs: Sendable {
    /// Pictures in advance take one part in this many of the time.
    static let share: Int64 = 50
    /// The time without pointer movement before a place of a remote file is requested.
    private static let rest = HostTime.milliseconds(150)

    private struct State: Sendable {
        var job: PreviewJob?
        var due = HostTime.zero
        /// The other places of its slider come next.
        var last: PreviewJob?
        var newest: SliderPreview?
        /// The earliest time to make more pictures in advance.
        var restsUntil = HostTime.zero
        var isClosed = false
    }

    private enum Step: Sendable {
        case make(PreviewJob)
        case fill(PreviewJob)
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

    /// Blocks until there is a picture to make. Returns nil if closed. `isWanted`: whether the viewer waits for it.
    ///
    /// - Parameter missing: returns a place of the slider that has no picture yet.
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
                state.withLock { $0.last = nil }
            case .again, nil: break
            }
        }
    }

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
