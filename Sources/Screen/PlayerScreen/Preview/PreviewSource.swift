import Cells
import Media
import MediaSources
package import Mosaic
package import PlayCore
package import Playback
import ScreenKit
package import TUI

/// Pictures of the places under the pointer on the slider, made on the thread `preview`, which starts with the first
/// one. The place under the pointer comes first, and the newest request replaces an older one. Between requests, the
/// pictures of a local file's other places are made in advance, in a fiftieth of the time. Main thread; only
/// ``close()`` blocks, until the current picture is made.
package final class PreviewSource: LoopSource {
    private let controller: PlaybackController
    private let wakeUp: WakeUp
    private let look: () -> MosaicLook
    private let cancel = CancelToken()
    private let jobs = PreviewJobs()
    private var wish: PreviewWish?
    private var thread: WorkerThread?

    package init(_ controller: PlaybackController, wakeUp: WakeUp, look: @escaping () -> MosaicLook) {
        self.controller = controller
        self.wakeUp = wakeUp
        self.look = look
    }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled, let newest = jobs.takeNewest() else { return [] }
        return [.preview(newest)]
    }

    package func itemBegan(_ loop: UILoop) -> [AppAction] {
        wish = nil
        jobs.end()
        return []
    }

    package func follow(_ state: AppState) {
        let wanted = state.previewWish(at: SystemClock().now)
        guard wanted != wish else { return }
        wish = wanted
        guard let wanted, let input = controller.playingInput, input.name != "-", !input.isTransmission else { return }
        jobs.post(PreviewJob(wish: wanted, input: input, look: look()))
        if thread == nil { thread = makeThread() }
    }

    package func close() {
        cancel.cancel()
        jobs.close()
        thread?.leave()
        thread = nil
    }

    private func makeThread() -> WorkerThread {
        let (jobs, cancel, wakeUp) = (jobs, cancel, wakeUp)
        return WorkerThread(name: "preview") {
            var maker = PreviewMaker(cancel: cancel)
            while let (job, isWanted) = jobs.next({ maker.missing($0) }) {
                let begin = SystemClock().now
                let cells = maker.cells(job)
                if isWanted {
                    if jobs.deliver(SliderPreview(job.wish, cells)) { wakeUp.signal() }
                } else {
                    jobs.rest(after: SystemClock().now - begin)
                }
            }
        }
    }
}
