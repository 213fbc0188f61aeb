import Media
import PlayCore
import PlaybackModel
import Synchronization

/// The `picture` thread: scales the due frame to the sink's grid and presents it. Holds the newest frame to scale, so
/// that no stale one is scaled, and the last shown one, for changes of the grid.
final class PictureWorker: Sendable {
    private struct Job: Sendable {
        var frame: VideoFrame
        var due: HostTime?
        var isStill: Bool
        /// Whether the frame is a cover, whose pictures carry no half for opacity.
        var isCover = false
        var isProtected = false
    }

    private struct State {
        var job: Job?
        var current: Job?
        var isProtected = false
        var scaled: ScaledPicture?
        var arrangement: Arrangement
        var look = Look()
        var isCleared = false
        var isClosed = false
    }

    private struct Arrangement {
        var scalingMode: ScalingMode
        var view = PictureView.normal
    }

    private struct Look {
        var adjustment = PictureAdjustment.neutral
        var sharpening = Sharpening.none
        var subtitle: SubtitleBlend?
    }

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
    /// The mean time to scale and present a frame, in nanoseconds.
    private let cost = Atomic<Int64>(2_000_000)

    init(sink: any VideoSink, clock: any HostClock, scalingMode: ScalingMode) {
        self.sink = sink
        self.clock = clock
        state = Monitor(State(arrangement: Arrangement(scalingMode: scalingMode)))
    }

    // MARK: playback thread

    func show(_ frame: VideoFrame, due: HostTime?, isStill: Bool) {
        show(Job(frame: frame, due: due, isStill: isStill))
    }

    func showCover(_ frame: VideoFrame) { show(Job(frame: frame, due: nil, isStill: true, isCover: true)) }

    private func show(_ job: Job) {
        state.update { state in
            var job = job
            job.isProtected = state.isProtected
            state.job = job
            state.current = job
        }
    }

    /// Shows the current frame again, after a change of grid or scaling mode, or a stop of the clock.
    func refresh(isStill: Bool) {
        state.update { state in
            guard var job = state.current else { return }
            (job.due, job.isStill) = (nil, isStill)
            state.job = job
        }
    }

    /// Protects later pictures. The present one is unaffected.
    func setProtected(_ isProtected: Bool) { state.update { $0.isProtected = isProtected } }
    func setScalingMode(_ mode: ScalingMode) { state.update { $0.arrangement.scalingMode = mode } }
    func setView(_ view: PictureView) { state.update { $0.arrangement.view = view } }
    func setAdjustment(_ adjustment: PictureAdjustment) { state.update { $0.look.adjustment = adjustment } }
    func setSubtitle(_ picture: SubtitlePicture?) {
        state.update { $0.look.subtitle = picture.map { SubtitleBlend(picture: $0) } }
    }
    func setSharpening(_ sharpening: Sharpening) { state.update { $0.look.sharpening = sharpening } }

    func clear() {
        state.update { state in
            state.job = nil
            state.current = nil
            state.isCleared = true
        }
    }

    func close() { state.update { $0.isClosed = true } }

    // MARK: any thread

    /// `nil` if no frame is shown or about to be.
    var shownFrame: VideoFrame? { state.withLock { $0.current?.frame } }
    var shownPicture: ScaledPicture? {
        var pool = PixelPool()
        return state.withLock { $0.scaled }?.flattened(pool: &pool)
    }

    var shownSubtitle: SubtitlePicture? { state.withLock { $0.look.subtitle?.picture } }

    /// How much earlier than due to hand over a frame: at most 20 ms, plus the sink's own time.
    var lead: HostTime { HostTime(nanoseconds: min(20_000_000, cost.load(ordering: .relaxed))) + sink.earliness }

    var grid: PixelGrid? { sink.grid }

    // MARK: picture thread

    func run() {
        var tools = Tools()
        while true {
            switch nextTask() {
            case .close: return
            // On this thread, so that no picture of the previous item follows.
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
            // Without subtitles, which overlay the picture but are not part of it.
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

    /// Updates the running mean over some sixteen frames.
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
