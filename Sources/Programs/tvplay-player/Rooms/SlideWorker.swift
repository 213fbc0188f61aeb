import Cells
import Media
import Mosaic
import PlayCore
import Playback
import Rooms
import TUI

/// A page that is to be drawn. A value.
struct SlideJob: Sendable, Equatable {
    let pane: SlidePane
    /// Path or address; nil: nothing but what is drawn on it.
    let picture: String?
    /// ROOM-39: the same in a smaller size that is enough, asked for first; nil: there is none.
    var smallPicture: String?
    /// Pixels of the page, where the recording says.
    let width: Int?
    let height: Int?
    let shapes: [Shape]
    let viewport: Viewport
    let pointer: BoardPoint?
    /// ROOM-16: where pictures on the page are, by what their shapes call them.
    var pictures: [String: String] = [:]
    /// Of a local room: nothing else of this machine is read. Nil: the room is on a server.
    var folder: String?
    /// ROOM-39: pixels of the longer side that pictures are kept with.
    var imageSize = RoomOptions.defaultImageSize
}

/// The thread `slides`: reads pictures of pages and makes cells of them, with all that is drawn on them. A job replaces
/// the one before, so a pointer that moves fast leaves no queue. The methods are for the main thread.
final class SlideWorker {
    private struct State {
        var job: (SlideJob, MosaicLook)?
        var number = 0
        /// With the number of the job that it was made for.
        var result: (number: Int, picture: SlideFacts.Picture)?
        var isClosed = false
    }

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let name: String
    private let access: SourceAccess
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private var current: (job: SlideJob, look: MosaicLook)?
    private var thread: WorkerThread?
    /// Of the job that was given last, or, while that is made, of the one before on the same page.
    private(set) var picture = SlideFacts.Picture.none

    /// - Parameter name: of the thread.
    init(
        _ name: String = "slides", access: SourceAccess, wakeUp: WakeUp, look: @escaping () -> MosaicLook
    ) {
        self.name = name
        self.access = access
        self.wakeUp = wakeUp
        self.look = look
    }

    /// Nil: no slides are to be seen.
    func begin(_ job: SlideJob?) {
        guard let job else {
            current = nil
            picture = .none
            return
        }
        let look = look()
        if let current, current.job == job, current.look == look { return }
        if current?.job.picture != job.picture || current?.job.pane != job.pane { picture = .none }
        current = (job, look)
        state.update { state in
            state.job = (job, look)
            state.number += 1
        }
        if thread == nil { thread = makeThread() }
    }

    /// - Returns: whether there is another picture.
    func takeNews() -> Bool {
        let new = state.withLock { state in
            defer { state.result = nil }
            return state.result?.number == state.number || current != nil ? state.result?.picture : nil
        }
        guard let new, current != nil else { return false }
        picture = new
        return true
    }

    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread?.join()
        thread = nil
    }

    private func makeThread() -> WorkerThread {
        let (state, wakeUp, access, cancel) = (state, wakeUp, access, cancel)
        return WorkerThread(name: name) {
            var painter = SlidePainter(access: access, cancel: cancel)
            while let (job, look, number) = Self.next(state) {
                let picture = painter.picture(of: job, look: look)
                state.update { $0.result = (number, picture) }
                wakeUp.signal()
            }
        }
    }

    /// Waits for work; nil: closed.
    private static func next(_ state: Monitor<State>) -> (SlideJob, MosaicLook, Int)? {
        state.next { state in
            if state.isClosed { return .end }
            guard let (job, look) = state.job else { return .wait }
            state.job = nil
            return .work((job, look, state.number))
        }
    }
}
