import Cells
import Media
import Mosaic
import PlayCore
import Playlists
package import ScreenKit
import TUI

/// Makes the picture beside a list as cells, on its own thread, which starts with the first picture. Methods are for
/// the main thread; only ``close()`` blocks, until the current picture is decoded. A request replaces the previous one.
/// It is decoded only when the selection has not moved for ``rest``: a viewer who scrolls through the list causes no
/// decoding and sends no pictures over the line.
package final class Covers<Wish: CoverWish> {
    /// A rest longer than a held key's pause (30 a second, the first after 250 to 660 ms).
    private static var rest: HostTime { .milliseconds(150) }

    /// Returns `nil` if the file does not exist or is no picture.
    typealias Decode = @Sendable (Wish, CancelToken) throws -> VideoFrame?

    private struct Job: Sendable, Equatable {
        let wish: Wish
        let look: MosaicLook
    }

    private struct State: Sendable {
        var job: Job?
        var number = 0
        var isTaken = true
        var newest: WishedPicture<Wish>?
        var isClosed = false
    }

    private let name: String
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private let decode: Decode
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private var current: Job?
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - name: at most 15 bytes.
    ///   - decode: called on the thread; the token is cancelled at the end.
    init(name: String, wakeUp: WakeUp, look: @escaping () -> MosaicLook, decode: @escaping Decode) {
        self.name = name
        self.wakeUp = wakeUp
        self.look = look
        self.decode = decode
    }

    var newest: WishedPicture<Wish>? { state.withLock { $0.newest } }

    /// Requests a picture. `nil` cancels the request.
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
        thread?.leave()
        thread = nil
    }

    // MARK: The thread

    private func makeThread() -> WorkerThread {
        let (state, wakeUp, decode, cancel, name) = (state, wakeUp, decode, cancel, name)
        return WorkerThread(name: name) {
            var painter = CellPainter<Wish>()
            while let (job, number) = Self.next(state) {
                let cells: CellBuffer?
                do {
                    cells = try painter.cells(job.wish, job.look) { try decode(job.wish, cancel) }
                } catch {
                    Log.shared.write(.debug, name, "\(AddressText.shown(job.wish.path)): \(error)")
                    cells = nil
                }
                let isWanted = state.withLock { state in
                    if state.number == number { state.newest = WishedPicture(job.wish, cells) }
                    return state.number == number
                }
                if isWanted { wakeUp.signal() }
            }
        }
    }

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
