package import Access
import Cells
import Media
package import Mosaic
package import PlayCore
import Playback
import Playlists
import TUI

/// Makes cells of the cover of the selected download, on a thread of its own (`dl-cover`), from the first one
/// on. The methods are for the main thread; nothing here waits but ``close()``, for the picture that is being decoded.
///
/// A wish replaces the one before, and is looked at once the selection has rested: whoever runs through the list decodes
/// nothing, and sends no pictures over the line.
package final class DownloadCovers {
    /// Longer than the pause between two repeats of a key that is held (30 a second, the first after 250 to 660 ms).
    private static let rest = HostTime.milliseconds(150)

    private struct Job: Sendable, Equatable {
        let wish: DownloadCoverWish
        let look: MosaicLook
    }

    private struct State: Sendable {
        var job: Job?
        /// Rises with each job.
        var number = 0
        var isTaken = true
        var newest: DownloadCover?
        var isClosed = false
    }

    private let access: SourceAccess
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private let cancel = CancelToken()
    private let state = Monitor(State())
    private var current: Job?
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - wakeUp: signalled when there is another one.
    ///   - look: as the terminal is now.
    package init(access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        self.access = access
        self.wakeUp = wakeUp
        self.look = look
    }

    var newest: DownloadCover? { state.withLock { $0.newest } }

    /// Nil: none is to be seen; what was begun is not shown.
    func show(_ wish: DownloadCoverWish?) {
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
        let (state, wakeUp, access, cancel) = (state, wakeUp, access, cancel)
        return WorkerThread(name: "dl-cover") {
            var painter = CoverPainter(access: access, cancel: cancel)
            while let (job, number) = Self.next(state) {
                let cells = painter.cells(job.wish, job.look)
                let isWanted = state.withLock { state in
                    if state.number == number { state.newest = DownloadCover(job.wish, cells) }
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

/// Covers as cells; those that were made last are kept. One thread.
struct CoverPainter {
    /// 30 kB each in the largest preview: turning back in the list decodes nothing.
    private static let kept = 32
    /// Pixels; four bytes each at most while it is decoded. Services send no more than 3840 × 2160.
    private static let mostPixels = 1 << 24

    private let access: SourceAccess
    private let cancel: CancelToken
    private var made: [(wish: DownloadCoverWish, look: MosaicLook, cells: CellBuffer)] = []
    private var renderer = MosaicRenderer()

    init(access: SourceAccess, cancel: CancelToken) {
        self.access = access
        self.cancel = cancel
    }

    /// Nil: there is no such file, or it is no picture: a cover is an ornament, what fails is only noted in the log.
    mutating func cells(_ wish: DownloadCoverWish, _ look: MosaicLook) -> CellBuffer? {
        if let known = made.first(where: { $0.wish == wish && $0.look == look }) { return known.cells }
        do {
            guard let cells = try decoded(wish, look) else { return nil }
            made.append((wish, look, cells))
            if made.count > Self.kept { made.removeFirst() }
            return cells
        } catch {
            Log.shared.write(.debug, "download", "cover \(AddressText.shown(wish.path)): \(error)")
            return nil
        }
    }

    private mutating func decoded(_ wish: DownloadCoverWish, _ look: MosaicLook) throws -> CellBuffer? {
        guard FileSystemAccess.isInside(wish.path, of: wish.folder) else { return nil }
        let source = try access.open(wish.path, cancel: cancel)
        let frame = try StillPicture.decode(
            source, name: AddressText.shown(wish.path), cancel: cancel, mostPixels: Self.mostPixels)
        guard let frame else { return nil }
        let (columns, rows) = Self.size(wish, aspect: frame.displayAspect)
        let symbols = look.symbols
        let picture = ScaledPicture(
            pixels: try StillPicture.scaled(
                frame, to: columns * symbols.columnsInCell, rows * symbols.rowsInCell),
            grid: symbols.grid(columns: columns, rows: rows, cellAspect: wish.cellAspect), x: 0, y: 0, time: .zero,
            due: nil, isStill: true)
        return renderer.render(picture, columns: columns, rows: rows, look: look)
    }

    /// Whole cells: no half of one stays dark.
    private static func size(_ wish: DownloadCoverWish, aspect: Double) -> (columns: Int, rows: Int) {
        let aspect = min(max(aspect, 0.05), 20) / wish.cellAspect
        let wide = Double(wish.rows) * aspect
        if wide <= Double(wish.columns) { return (max(1, Int(wide.rounded())), wish.rows) }
        return (wish.columns, min(wish.rows, max(1, Int((Double(wish.columns) / aspect).rounded()))))
    }
}
