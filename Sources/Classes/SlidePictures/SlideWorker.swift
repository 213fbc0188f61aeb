package import Classes
package import Mosaic
package import PlayCore

struct SlideJob: Sendable, Equatable {
    let page: SlidePage
    let pane: SlidePane
    let look: MosaicLook

    /// Whether this job's picture may replace the other job's until that one is made.
    func shows(_ other: SlideJob) -> Bool { page.picture == other.page.picture && pane == other.pane }
}

/// A thread that reads pictures of pages and renders them as cells, with all shapes. A job replaces the previous one,
/// so a fast pointer causes no queue. Called on the screen's thread.
package final class SlideWorker {
    private struct State {
        var job: SlideJob?
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

    package init(
        _ name: String, images: any PageImageReading, wakeUp: WakeUp, look: @escaping () -> MosaicLook
    ) {
        self.name = name
        self.images = images
        self.wakeUp = wakeUp
        self.look = look
    }

    /// `page` or `pane` is `nil` if no page is visible or there is no space.
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

    /// The picture of the visible page. Until it is made: the previous one, if its picture file is the same.
    package var newest: SlidePicture {
        guard let current else { return .none }
        let new = state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
        if let new, new.job.shows(current) { picture = new.picture }
        return picture
    }

    /// Must be the last call, made once.
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

    private static func next(_ state: Monitor<State>) -> SlideJob? {
        state.next { state in
            if state.isClosed { return .end }
            guard let job = state.job else { return .wait }
            state.job = nil
            return .work(job)
        }
    }
}
