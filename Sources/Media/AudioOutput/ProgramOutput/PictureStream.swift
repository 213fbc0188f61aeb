package import PlayCore

/// Sends the picture to a program as YUV4MPEG2. The first picture determines size and rate. The picture is that of the
/// screen: zoomed, turned and with the container's subtitles. A dropped or longer picture repeats the previous one, so
/// that the stream keeps pace; the stream pauses with playback. A slow program misses pictures. Pictures that may not
/// be captured become black.
package final class PictureStream: VideoSink {
    private struct State {
        var grid: PixelGrid?
        var timing = PictureTiming(rate: .standard)
        var hasBegun = false
        var hides = false
    }

    let pipe: ProgramPipe
    private let state = Monitor(State())

    init(_ pipe: ProgramPipe) { self.pipe = pipe }

    package var program: String { pipe.shownName }

    package var grid: PixelGrid? { state.withLock { $0.grid } }

    package func grid(for shape: PictureShape) -> PixelGrid? {
        state.withLock { state in
            if state.grid == nil {
                state.grid = PixelGrid(
                    width: max(1, shape.width), height: max(1, shape.height), pixelAspect: 1, cellWidth: 1,
                    cellHeight: 1)
                state.timing = PictureTiming(rate: FrameRate(duration: shape.duration))
            }
            return state.grid
        }
    }

    package func present(_ picture: ScaledPicture) {
        let (count, begins, hides) = state.withLock { state in
            let count = state.timing.count(time: picture.time, due: picture.due, isStill: picture.isStill)
            defer { if count > 0 { state.hasBegun = true } }
            return (count, count > 0 && !state.hasBegun, state.hides || picture.isProtected)
        }
        guard count > 0 else { return }
        if begins { pipe.offer(header(picture.grid)) }
        guard pipe.hasSpace else { return pipe.noteLoss() }
        let bytes = Array("FRAME\n".utf8) + (hides ? YUVPicture.black(picture.grid) : Self.planes(of: picture))
        for _ in 0..<count { pipe.offer(bytes) }
    }

    private static func planes(of picture: ScaledPicture) -> [UInt8] {
        var pool = PixelPool()
        return YUVPicture.bytes(of: picture.flattened(pool: &pool))
    }

    package func setHidden(_ isHidden: Bool) { state.withLock { $0.hides = isHidden } }

    package func clear() {}

    private func header(_ grid: PixelGrid) -> [UInt8] {
        let rate = state.withLock { $0.timing.rate }
        return Array(
            ("YUV4MPEG2 W\(grid.width) H\(grid.height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C420jpeg"
                + " XCOLORRANGE=LIMITED\n").utf8)
    }
}
