import Media
import PlayCore
import PlaybackModel
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
        /// It is no picture of the video: what the video says of its halves is not said of it.
        var isCover = false
        var isProtected = false
    }

    private struct State {
        var job: Job?
        /// What is on show, or about to be.
        var current: Job?
        /// Of the item that plays.
        var isProtected = false
        /// What the sink got last.
        var scaled: ScaledPicture?
        var arrangement: Arrangement
        var look = Look()
        var isCleared = false
        var isClosed = false
    }

    /// How the picture lies in the grid.
    private struct Arrangement {
        var scalingMode: ScalingMode
        var view = PictureView.normal
    }

    /// What is done to the scaled pixels.
    private struct Look {
        var adjustment = PictureAdjustment.neutral
        var sharpening = Sharpening.none
        /// Bitmaps of the container's subtitles.
        var subtitle: SubtitleBlend?
    }

    /// What the thread keeps from picture to picture.
    private struct Tools {
        let scaler = Scaler()
        let transparent = TransparentScaler()
        var adjusted = PixelPool()
        var sharpened = PixelPool()
        var subtitled = PixelPool()
    }

    private enum Task {
        case show(Job, Arrangement, Look)
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
        state = Monitor(State(arrangement: Arrangement(scalingMode: scalingMode)))
    }

    // MARK: playback thread

    /// Shows `frame` as soon as possible.
    func show(_ frame: VideoFrame, due: HostTime?, isStill: Bool) {
        show(Job(frame: frame, due: due, isStill: isStill))
    }

    /// The picture that stands for the item.
    func showCover(_ frame: VideoFrame) { show(Job(frame: frame, due: nil, isStill: true, isCover: true)) }

    private func show(_ job: Job) {
        state.update { state in
            var job = job
            job.isProtected = state.isProtected
            state.job = job
            state.current = job
        }
    }

    /// Shows the current frame anew: the grid or the scaling mode changed, or it now stands still.
    func refresh(isStill: Bool) {
        state.update { state in
            guard var job = state.current else { return }
            (job.due, job.isStill) = (nil, isStill)
            state.job = job
        }
    }

    /// Holds for the pictures that follow; the one that is on show keeps what it came with.
    func setProtected(_ isProtected: Bool) { state.update { $0.isProtected = isProtected } }
    func setScalingMode(_ mode: ScalingMode) { state.update { $0.arrangement.scalingMode = mode } }
    func setView(_ view: PictureView) { state.update { $0.arrangement.view = view } }
    func setAdjustment(_ adjustment: PictureAdjustment) { state.update { $0.look.adjustment = adjustment } }
    func setSubtitle(_ picture: SubtitlePicture?) {
        state.update { $0.look.subtitle = picture.map { SubtitleBlend(picture: $0) } }
    }
    func setSharpening(_ sharpening: Sharpening) { state.update { $0.look.sharpening = sharpening } }

    /// Forgets the frame and takes the picture away.
    func clear() {
        state.update { state in
            state.job = nil
            state.current = nil
            state.isCleared = true
        }
    }

    func close() { state.update { $0.isClosed = true } }

    // MARK: any thread

    /// The frame that is on show, or about to be; nil while none is.
    var shownFrame: VideoFrame? { state.withLock { $0.current?.frame } }
    /// The picture as the sink got it, on black; nil while none is shown.
    var shownPicture: ScaledPicture? {
        var pool = PixelPool()
        return state.withLock { $0.scaled }?.flattened(pool: &pool)
    }

    /// The bitmaps of subtitles that are to be seen; nil: none.
    var shownSubtitle: SubtitlePicture? { state.withLock { $0.look.subtitle?.picture } }

    /// How much earlier than due a frame should be handed over; at most 20 ms, and what the sink wants besides.
    var lead: HostTime { HostTime(nanoseconds: min(20_000_000, cost.load(ordering: .relaxed))) + sink.earliness }

    /// What the sink shows now; nil when nothing is.
    var grid: PixelGrid? { sink.grid }

    // MARK: picture thread

    func run() {
        var tools = Tools()
        while true {
            switch nextTask() {
            case .close: return
            // In this thread, so that no picture of the item before comes after it.
            case .clear:
                state.withLock { $0.scaled = nil }
                sink.clear()
            case .show(let job, let arrangement, let look): present(job, arrangement, look, &tools)
            }
        }
    }

    private func present(_ job: Job, _ arrangement: Arrangement, _ look: Look, _ tools: inout Tools) {
        let begin = clock.now
        var view = arrangement.view
        if job.isCover, view.alpha.side != nil { view.alpha = .automatic }
        guard let grid = sink.grid(for: PictureShape(of: job.frame, view.alpha)) else { return }
        let sphere = view.sphere(of: job.frame.sphere)
        // A view of a sphere has the shape of its pane.
        let geometry = PictureGeometry(
            aspect: sphere == nil ? view.aspect(of: job.frame.displayAspect(view.alpha)) : 0, grid: grid,
            mode: arrangement.scalingMode, view: view)
        do {
            let (scaled, opacity) = try scale(job.frame, sphere, geometry, grid, view, tools)
            let sharp = look.sharpening.applied(to: scaled, pool: &tools.sharpened)
            let pixels = look.adjustment.applied(to: sharp, pool: &tools.adjusted)
            var picture = ScaledPicture(
                pixels: pixels, opacity: opacity, grid: grid, x: geometry.x, y: geometry.y, time: job.frame.time,
                due: job.due, isStill: job.isStill, isProtected: job.isProtected)
            // Without subtitles: nothing that lies over the picture is part of it.
            state.withLock { $0.scaled = picture }
            if let subtitle = look.subtitle {
                picture = ScaledPicture(
                    pixels: subtitle.applied(to: pixels, crop: geometry.crop, pool: &tools.subtitled),
                    opacity: opacity, grid: grid, x: geometry.x, y: geometry.y, time: job.frame.time, due: job.due,
                    isStill: job.isStill, isProtected: job.isProtected)
            }
            sink.present(picture)
        } catch {
            Log.shared.write(.error, "picture", "\(error)")
        }
        note(clock.now - begin)
    }

    private func scale(
        _ frame: VideoFrame, _ sphere: SphereLayout?, _ geometry: PictureGeometry, _ grid: PixelGrid,
        _ view: PictureView, _ tools: Tools
    ) throws(MediaError) -> (pixels: PixelBuffer, opacity: [UInt8]?) {
        if let sphere {
            let pixels = try tools.scaler.scale(
                frame, of: sphere, seen: view.sphere, to: geometry.width, geometry.height,
                pixelAspect: grid.pixelAspect)
            return (pixels, nil)
        }
        let (turn, fields) = (
            Rotation(degreesClockwise: Double(view.rotation)), FieldChoice(view.deinterlacing)
        )
        if let transparency = frame.transparency(view.alpha) {
            let picture = try tools.transparent.scale(
                frame, transparency, to: geometry.width, geometry.height, crop: geometry.crop, turn: turn,
                fields: fields)
            return (picture.pixels, picture.opacity)
        }
        let pixels = try tools.scaler.scale(
            frame, to: geometry.width, geometry.height, crop: geometry.crop, turn: turn, fields: fields)
        return (pixels, nil)
    }

    private func nextTask() -> Task {
        state.wait { state -> Task? in
            if state.isCleared {
                state.isCleared = false
                return .clear
            }
            if let job = state.job {
                state.job = nil
                return .show(job, state.arrangement, state.look)
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

extension PictureShape {
    fileprivate init(of frame: VideoFrame, _ alpha: AlphaChoice) {
        let size = frame.displaySize
        let isBeside = alpha.side?.isBeside
        self.init(
            width: isBeside == true ? size.width / 2 : size.width,
            height: isBeside == false ? size.height / 2 : size.height, duration: frame.duration)
    }
}

extension FieldChoice {
    init(_ deinterlacing: Deinterlacing) {
        switch deinterlacing {
        case .no: self = .both
        case .yes: self = .one
        case .automatic: self = .asMarked
        }
    }
}
