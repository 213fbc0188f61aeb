package import Mosaic
package import PlayCore
package import Rooms

/// A page that is to be drawn, and where. A value.
struct SlideJob: Sendable, Equatable {
    let page: SlidePage
    let pane: SlidePane
    let look: MosaicLook

    /// Its picture may stand for that of the other until that is made.
    func shows(_ other: SlideJob) -> Bool { page.picture == other.page.picture && pane == other.pane }
}

/// A thread that reads pictures of pages and makes cells of them, with all that is drawn on them. A job replaces the one
/// before, so a pointer that moves fast leaves no queue. The methods are for one thread, that of the screen.
package final class SlideWorker {
    private struct State {
        var job: SlideJob?
        /// With the job that it was made for.
        var result: (job: SlideJob, picture: SlidePicture)?
        var isClosed = false
    }

    private let state = Monitor(State())
    private let name: String
    private let images: any PageImageReading
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private var current: SlideJob?
    private var thread: WorkerThread?
    private var picture = SlidePicture.none

    /// - Parameters:
    ///   - name: of the thread.
    ///   - wakeUp: signalled when there is another picture.
    ///   - look: how pictures become cells, as the terminal is now.
    package init(
        _ name: String, images: any PageImageReading, wakeUp: WakeUp, look: @escaping () -> MosaicLook
    ) {
        self.name = name
        self.images = images
        self.wakeUp = wakeUp
        self.look = look
    }

    /// Nil: no page is to be seen, or there is no space for it.
    package func show(_ page: SlidePage?, in pane: SlidePane?) {
        guard let page, let pane else {
            current = nil
            picture = .none
            return
        }
        let job = SlideJob(page: page, pane: pane, look: look())
        guard job != current else { return }
        if current?.shows(job) != true { picture = .none }
        current = job
        state.update { $0.job = job }
        if thread == nil { thread = makeThread() }
    }

    /// Of the page that is to be seen, or, while that is made, of the one before with the same picture.
    package var newest: SlidePicture {
        guard let current else { return .none }
        let new = state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
        if let new, new.job.shows(current) { picture = new.picture }
        return picture
    }

    /// Call once, last.
    package func close() {
        images.cancel()
        state.update { $0.isClosed = true }
        thread?.leave()
        thread = nil
    }

    private func makeThread() -> WorkerThread {
        let (state, wakeUp, images) = (state, wakeUp, images)
        return WorkerThread(name: name) {
            var rasterizer = SlideRasterizer(images)
            while let job = Self.next(state) {
                let picture = rasterizer.picture(of: job)
                state.update { $0.result = (job, picture) }
                wakeUp.signal()
            }
        }
    }

    /// Waits for work; nil: closed.
    private static func next(_ state: Monitor<State>) -> SlideJob? {
        state.next { state in
            if state.isClosed { return .end }
            guard let job = state.job else { return .wait }
            state.job = nil
            return .work(job)
        }
    }
}
