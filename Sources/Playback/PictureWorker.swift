import Media
import PlayCore
import Synchronization

/// The `picture` thread: scales the frame that is due to the sink's grid and presents it.
///
/// Holds one frame at most (the newest wins), so that nothing stale is ever scaled, and remembers the last one to show
/// it anew when the grid changes.
final class PictureWorker: Sendable {
    private struct Job: Sendable {
        var frame: VideoFrame
        var due: HostTime?
        var isStill: Bool
    }

    private struct State {
        var job: Job?
        var current: VideoFrame?
        var scalingMode: ScalingMode
        var adjustment = PictureAdjustment.neutral
        var isCleared = false
        var isClosed = false
    }

    private enum Task {
        case show(Job, ScalingMode, PictureAdjustment)
        case clear
        case close
    }

    private let state: Monitor<State>
    private let sink: any VideoSink
    private let clock: any HostClock
    /// Mean time from taking a frame to having presented it, in nanoseconds.
    private let cost = Atomic<Int64>(2_000_000)

    init(sink: any VideoSink, clock: any HostClock, scalingMode: ScalingMode) {
        self.sink = sink
        self.clock = clock
        state = Monitor(State(scalingMode: scalingMode))
    }

    // MARK: playback thread

    /// Shows `frame` as soon as possible.
    func show(_ frame: VideoFrame, due: HostTime?, isStill: Bool) {
        state.update { state in
            state.job = Job(frame: frame, due: due, isStill: isStill)
            state.current = frame
        }
    }

    /// Shows the current frame anew: the grid or the scaling mode changed, or it now stands still.
    func refresh(isStill: Bool) {
        state.update { state in
            if let frame = state.current { state.job = Job(frame: frame, due: nil, isStill: isStill) }
        }
    }

    func setScalingMode(_ mode: ScalingMode) { state.update { $0.scalingMode = mode } }
    func setAdjustment(_ adjustment: PictureAdjustment) { state.update { $0.adjustment = adjustment } }

    /// Forgets the frame and takes the picture away.
    func clear() {
        state.update { state in
            state.job = nil
            state.current = nil
            state.isCleared = true
        }
    }

    func close() { state.update { $0.isClosed = true } }

    /// How much earlier than due a frame should be handed over; at most 20 ms.
    var lead: HostTime { HostTime(nanoseconds: min(20_000_000, cost.load(ordering: .relaxed))) }

    var gridHeight: Int { sink.grid?.height ?? 0 }

    // MARK: picture thread

    func run() {
        let scaler = Scaler()
        while true {
            switch nextTask() {
            case .close: return
            // In this thread, so that no picture of the item before comes after it.
            case .clear: sink.clear()
            case .show(let job, let mode, let adjustment): present(job, mode, adjustment, scaler)
            }
        }
    }

    private func present(_ job: Job, _ mode: ScalingMode, _ adjustment: PictureAdjustment, _ scaler: Scaler) {
        let begin = clock.now
        guard let grid = sink.grid else { return }
        let geometry = PictureGeometry(aspect: job.frame.displayAspect, grid: grid, mode: mode)
        do {
            let pixels = try scaler.scale(job.frame, to: geometry.width, geometry.height, crop: geometry.crop)
            sink.present(
                ScaledPicture(
                    pixels: adjustment.applied(to: pixels), grid: grid, x: geometry.x, y: geometry.y,
                    time: job.frame.time, due: job.due,
                    isStill: job.isStill))
        } catch {
            Log.shared.write(.error, "picture", "\(error)")
        }
        note(clock.now - begin)
    }

    private func nextTask() -> Task {
        state.wait { state -> Task? in
            if state.isCleared {
                state.isCleared = false
                return .clear
            }
            if let job = state.job {
                state.job = nil
                return .show(job, state.scalingMode, state.adjustment)
            }
            return state.isClosed ? .close : nil
        } ?? .close
    }

    /// A running mean over some sixteen frames.
    private func note(_ time: HostTime) {
        let old = cost.load(ordering: .relaxed)
        cost.store(old + (time.nanoseconds - old) / 16, ordering: .relaxed)
    }
}
