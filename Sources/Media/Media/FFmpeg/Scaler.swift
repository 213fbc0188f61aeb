internal import CFFmpeg
package import PlayCore

/// Scales pictures to the few pixels of a terminal: usual formats by our own ``AreaScaler``, all others by swscale. One
/// thread (`picture`). Allocates nothing per frame while size and format stay the same.
package final class Scaler {
    private var area: AreaScaler?
    private let sphere = SphereScaler()
    private let library = LibraryScaler()
    private let cropped = CroppedFrame()
    private var pool = PixelPool()
    /// Maps tones and turns pictures after ``LibraryScaler``.
    private var mapping: PixelConversion?

    package init() {}

    /// Returns the part inside `crop`, upright, as `width × height` RGB pixels (each at least 1).
    ///
    /// Cost to 160×90, of frames that are not in the cache, on a busy EPYC (`tvplay-bench --case scale`, November
    /// 2026): 0.41 ms from 1280×720 and 0.58 ms from 1920×1080; through swscale 0.67 and 1.19 ms. HDR: 1.5 ms.
    ///
    /// - Parameter turn: clockwise, in addition to the frame's own; `crop` applies to the turned picture.
    package func scale(
        _ frame: VideoFrame, to width: Int, _ height: Int, crop: Crop, turn: Rotation = .none,
        fields: FieldChoice = .asMarked
    ) throws(MediaError) -> PixelBuffer {
        let turn = frame.rotation.followed(by: turn)
        // Columns and rows before the turn.
        let columns = turn.isQuarterTurn ? height : width
        let rows = turn.isQuarterTurn ? width : height
        let window = FrameWindow(of: frame.pointer, crop: crop.turned(against: turn), rows: rows, fields: fields)
        if let picture = PlanarPicture(frame.pointer, window), let area = areaScaler(picture.layout, columns, rows) {
            let color = PictureColor(of: frame.pointer, bits: picture.layout.bits)
            return pool.make(width: width, height: height) { bytes in
                bytes.withMemoryRebound(to: UInt32.self) { pixels in
                    guard let pixels = pixels.baseAddress else { return }
                    area.scale(picture, color: color, turn: turn, into: pixels)
                }
            }
        }
        return try scaleByLibrary(frame, window, columns, rows, turn: turn)
    }

    /// Returns a view of a whole sphere, or the flat picture for a format that ``PlanarPicture`` does not read.
    /// `pixelAspect` is the width of a pixel of the result divided by its height.
    package func scale(
        _ frame: VideoFrame, of layout: SphereLayout, seen view: SphereView, to width: Int, _ height: Int,
        pixelAspect: Double
    ) throws(MediaError) -> PixelBuffer {
        let window = FrameWindow(of: frame.pointer, crop: layout.eye.crop, rows: height, fields: .both)
        guard let picture = PlanarPicture(frame.pointer, window) else {
            return try scaleByLibrary(frame, window, width, height, turn: .none)
        }
        let color = PictureColor(of: frame.pointer, bits: picture.layout.bits)
        let key = SphereScaler.Key(
            source: picture.layout, layout: layout, view: view, columns: width, rows: height, pixelAspect: pixelAspect)
        return pool.make(width: width, height: height) { bytes in
            bytes.withMemoryRebound(to: UInt32.self) { pixels in
                guard let pixels = pixels.baseAddress else { return }
                sphere.scale(picture, key, color: color, into: pixels)
            }
        }
    }

    /// Scales as `scale` does. The fourth byte is the opacity.
    func scaleWithOpacity(
        _ frame: VideoFrame, to width: Int, _ height: Int, crop: Crop, turn: Rotation, fields: FieldChoice
    ) throws(MediaError) -> PixelBuffer {
        let turn = frame.rotation.followed(by: turn)
        let (columns, rows) = turn.isQuarterTurn ? (height, width) : (width, height)
        let window = FrameWindow(of: frame.pointer, crop: crop.turned(against: turn), rows: rows, fields: fields)
        return try scaleByLibrary(frame, window, columns, rows, turn: turn, hasOpacity: true)
    }

    /// Scales as `scale` does, but by swscale: for formats that our scaler does not support, and for comparison.
    func scaleByLibrary(
        _ frame: VideoFrame, _ window: FrameWindow, _ columns: Int, _ rows: Int, turn: Rotation,
        hasOpacity: Bool = false
    ) throws(MediaError) -> PixelBuffer {
        var failure: MediaError?
        defer { cropped.release() }
        let source = try cropped.show(frame.pointer, window)
        let color = PictureColor(of: frame.pointer, bits: 8)
        let scaled = pool.make(width: columns, height: rows) { bytes in
            do throws(MediaError) {
                try library.scale(source, window, to: columns, rows, into: bytes, hasOpacity: hasOpacity)
            } catch {
                failure = error
                return
            }
            guard color.needsMapping else { return }
            let conversion = mapping.flatMap { $0.color == color ? $0 : nil } ?? PixelConversion(color)
            mapping = conversion
            conversion.map(bytes)
        }
        if let failure { throw failure }
        return turn == .none ? scaled : scaled.turned(turn)
    }

    private func areaScaler(_ layout: PlanarPicture.Layout, _ columns: Int, _ rows: Int) -> AreaScaler? {
        if let area, area.fits(layout, columns: columns, rows: rows) { return area }
        area = AreaScaler(layout, columns: columns, rows: rows)
        return area
    }
}

extension PixelBuffer {
    func turned(_ rotation: Rotation) -> PixelBuffer {
        let (oldWidth, oldHeight) = (width, height)
        let isQuarter = rotation.isQuarterTurn
        let newWidth = isQuarter ? oldHeight : oldWidth
        let newHeight = isQuarter ? oldWidth : oldHeight
        return withBytes { source in
            PixelBuffer(width: newWidth, height: newHeight) { target in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        let (fromX, fromY) =
                            switch rotation {
                            case .none: (x, y)
                            case .clockwise90: (y, oldHeight - 1 - x)
                            case .half: (oldWidth - 1 - x, oldHeight - 1 - y)
                            case .clockwise270: (oldWidth - 1 - y, x)
                            }
                        let from = (fromY * oldWidth + fromX) * 4
                        let to = (y * newWidth + x) * 4
                        for byte in 0..<4 { target[to + byte] = source[from + byte] }
                    }
                }
            }
        }
    }
}
