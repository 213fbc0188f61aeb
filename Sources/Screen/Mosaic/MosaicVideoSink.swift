package import Cells
package import PlayCore

/// Turns pictures into cells and keeps the newest for the main thread. The `picture` thread calls `present`, which
/// renders on that thread. ``wakeUp`` then wakes the main thread, which takes the frame. If the main thread is slow,
/// newer frames replace older ones in the mailbox and are counted.
package final class MosaicVideoSink: VideoSink {
    private struct State {
        var columns = 0
        var rows = 0
        var cellAspect = 0.5
        var look = MosaicLook()
        var graphics: GraphicsOutput?
        var ground: UInt32 = 0
        var earliness = HostTime.zero
        var frames: UInt64 = 0
        var dropped = 0
    }

    private struct Request {
        let columns: Int
        let rows: Int
        let look: MosaicLook
        let graphics: GraphicsOutput?
        let ground: UInt32

        init(_ state: borrowing State) {
            columns = state.columns
            rows = state.rows
            look = state.look
            graphics = state.graphics
            ground = state.ground
        }
    }

    private struct Renderers {
        var cells = MosaicRenderer()
        var graphics = GraphicsRenderer()
        var flat = PixelPool()
    }

    private let state = Monitor(State())
    /// Only `present` takes this lock, so it never blocks.
    private let renderers = Monitor(Renderers())
    private let mailbox: Mailbox<MosaicFrame>

    package let wakeUp: WakeUp

    package init(wakeUp: WakeUp = WakeUp()) {
        self.wakeUp = wakeUp
        mailbox = Mailbox(wakeUp: wakeUp)
    }

    // MARK: Any thread

    /// Depends on the current symbols (half-blocks: `columns × (2 · rows)`). nil if the pane is empty.
    package var grid: PixelGrid? { state.withLock { Self.grid($0) } }

    package var earliness: HostTime { state.withLock { $0.earliness } }

    /// Frames that were made for a pane of another size, or replaced before they were taken.
    package var droppedCount: Int { state.withLock { $0.dropped } + mailbox.replacedCount }

    // MARK: Main thread

    /// Sets the pane's cells; `cellAspect` is a cell's width divided by its height. Sizes below 1 mean no pane.
    package func setPane(columns: Int, rows: Int, cellAspect: Double) {
        state.withLock {
            $0.columns = max(0, columns)
            $0.rows = max(0, rows)
            $0.cellAspect = cellAspect.isFinite && cellAspect > 0 ? cellAspect : 0.5
        }
    }

    package func setColorDepth(_ depth: ColorDepth, hasDirectColor: Bool = true) {
        state.withLock {
            $0.look.depth = depth
            $0.look.hasDirectColor = hasDirectColor
        }
    }

    package func setSymbols(_ symbols: MosaicSymbols) { state.withLock { $0.look.symbols = symbols } }

    /// - Parameter argb: 0xAARRGGBB with alpha ignored, or `nil` for the terminal's own background.
    package func setBackground(_ argb: UInt32?) { state.withLock { $0.look.background = argb } }

    /// Sets the colour that shows through transparent pictures, or `nil` if it is unknown.
    package func setGround(_ color: Color?) {
        let ground = color.flatMap { $0.rawValue < 0x0100_0000 ? $0.rawValue : nil } ?? 0
        state.withLock { $0.ground = ground }
    }

    package func setEarliness(_ earliness: HostTime) { state.withLock { $0.earliness = earliness } }

    /// Switches to pixels from the next picture on, or to cells with `nil`.
    package func setGraphics(_ output: GraphicsOutput?) { state.withLock { $0.graphics = output } }

    /// Returns the newest frame for the current pane, once; nil if there is no new one.
    package func takeNewest() -> MosaicFrame? {
        wakeUp.clear()
        guard let frame = mailbox.receive() else { return nil }
        let isCurrent = state.withLock { state in
            let fits =
                state.columns == frame.cells.columns && state.rows == frame.cells.rows
                && (frame.output == nil || frame.output == state.graphics)
            if !fits { state.dropped += 1 }
            return fits
        }
        return isCurrent ? frame : nil
    }

    // MARK: Picture thread

    /// Renders a picture and keeps the frame until it is taken. A picture made for another grid is dropped.
    package func present(_ picture: ScaledPicture) {
        let request = state.withLock { state -> Request? in
            guard Self.grid(state) == picture.grid else {
                state.dropped += 1
                return nil
            }
            return Request(state)
        }
        guard let request else { return }
        let picture = renderers.withLock { picture.flattened(over: request.ground, pool: &$0.flat) }
        if let output = request.graphics {
            presentGraphics(picture, request, output)
        } else {
            let cells = renderers.withLock {
                $0.cells.render(picture, columns: request.columns, rows: request.rows, look: request.look)
            }
            put(cells, time: picture.time, due: picture.due, hasPicture: true)
        }
    }

    private func presentGraphics(_ picture: ScaledPicture, _ request: Request, _ output: GraphicsOutput) {
        guard let pane = GraphicsPane(output, columns: request.columns, rows: request.rows) else { return }
        let graphics = renderers.withLock {
            $0.graphics.render(picture, pane: pane, output: output, look: request.look)
        }
        let below = MosaicRenderer.blank(
            columns: request.columns, rows: request.rows, letterbox: request.look.letterbox)
        put(below, graphics: graphics, madeFor: output, time: picture.time, due: picture.due, hasPicture: true)
    }

    package func clear() {
        let request = state.withLock { Request($0) }
        let cells = MosaicRenderer.blank(
            columns: request.columns, rows: request.rows, letterbox: request.look.letterbox)
        put(cells, time: .zero, due: nil, hasPicture: false)
    }

    private func put(
        _ cells: CellBuffer, graphics: GraphicsFrame? = nil, madeFor output: GraphicsOutput? = nil, time: MediaTime,
        due: HostTime?, hasPicture: Bool
    ) {
        let number = state.withLock { state in
            state.frames += 1
            return state.frames
        }
        mailbox.put(
            MosaicFrame(
                cells: cells, graphics: graphics, output: output, time: time, due: due, number: number,
                hasPicture: hasPicture))
    }

    private static func grid(_ state: borrowing State) -> PixelGrid? {
        guard state.columns > 0, state.rows > 0 else { return nil }
        if let output = state.graphics {
            return GraphicsPane(output, columns: state.columns, rows: state.rows)?
                .grid(output, cellAspect: state.cellAspect)
        }
        return state.look.symbols.grid(columns: state.columns, rows: state.rows, cellAspect: state.cellAspect)
    }
}
