import Cells
import Mosaic
import PlayCore

/// Makes cells of the picture beside a list, on a thread of its own, from the first one on. The methods are for the main
/// thread; nothing here waits but ``close()``, for the picture that is being decoded.
///
/// A wish replaces the one before, and is looked at once the selection has rested: whoever runs through the list decodes
/// nothing, and sends no pictures over the line.
final class CellPictures<Wish: Sendable & Equatable> {
    /// Longer than the pause between two repeats of a key that is held (30 a second, the first after 250 to 660 ms).
    private static var rest: HostTime { .milliseconds(150) }

    /// What became of a wish; nil: there is nothing to show.
    typealias Made = (wish: Wish, cells: CellBuffer?)

    private struct Job: Sendable, Equatable {
        let wish: Wish
        let look: MosaicLook
    }

    private struct State: Sendable {
        var job: Job?
        /// Rises with each job.
        var number = 0
        var isTaken = true
        var newest: Made?
        var isClosed = false
    }

    private let name: String
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private let makePainter: @Sendable (CancelToken) -> (Wish, MosaicLook) -> CellBuffer?
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private var current: Job?
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - name: of the thread, at most 15 bytes.
    ///   - wakeUp: signalled when there is another one.
    ///   - look: as the terminal is now.
    ///   - makePainter: called on the thread; the token is cancelled at the end.
    init(
        name: String, wakeUp: WakeUp, look: @escaping () -> MosaicLook,
        makePainter: @escaping @Sendable (CancelToken) -> (Wish, MosaicLook) -> CellBuffer?
    ) {
        self.name = name
        self.wakeUp = wakeUp
        self.look = look
        self.makePainter = makePainter
    }

    var newest: Made? { state.withLock { $0.newest } }

    /// Nil: none is to be seen; what was begun is not shown.
    func show(_ wish: Wish?) {
        let job = wish.map { Job(wish: $0, look: look()) }
        guard job != current else { return }
        current = job
        state.update { state in
            state.job = job
            state.number += 1
            state.isTaken = job == nil
        }
        if job != nil, thread == nil { thread = makeThread() }
    }

    /// Call once, last.
    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread?.join()
        thread = nil
    }

    // MARK: The thread

    private func makeThread() -> WorkerThread {
        let (state, wakeUp, makePainter, cancel) = (state, wakeUp, makePainter, cancel)
        return WorkerThread(name: name) {
            let paint = makePainter(cancel)
            while let (job, number) = Self.next(state) {
                let cells = paint(job.wish, job.look)
                let isWanted = state.withLock { state in
                    if state.number == number { state.newest = (job.wish, cells) }
                    return state.number == number
                }
                if isWanted { wakeUp.signal() }
            }
        }
    }

    /// Waits for a job that has rested; nil: closed.
    private static func next(_ state: Monitor<State>) -> (Job, Int)? {
        while true {
            let number = state.wait { state in state.isClosed ? -1 : state.isTaken ? nil : state.number } ?? -1
            let isOther =
                state.wait(until: SystemClock().now + rest) { state in
                    state.isClosed || state.number != number ? true : nil
                } ?? false
            guard isOther else {
                return state.withLock { state in
                    state.isTaken = true
                    return state.job.map { ($0, number) }
                }
            }
            if state.withLock({ $0.isClosed }) { return nil }
        }
    }
}
