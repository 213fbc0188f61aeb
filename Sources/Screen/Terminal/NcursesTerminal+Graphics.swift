package import Cells
import Encoding

/// Pictures in pixels. The terminal's owner writes them in the same write as the chrome.
extension NcursesTerminal {
    /// Shows graphics with the next frame that has a picture, or none with `nil`.
    package func showGraphics(_ frame: GraphicsFrame?) { graphics.set(frame) }

    /// Returns the change of the graphics for a frame of the screen, or `nil` if nothing changes or the terminal has
    /// not read the shared memory of earlier pictures.
    func graphicsChange(for frame: ScreenFrame) -> GraphicsLayer.Change? {
        picturesWait = graphics.hasNewTiles && sharing.map { !$0.hasSpace(for: KittyTiles.Grid.shared.count) } ?? false
        if picturesWait {
            guard sharing?.isStuck == true else { return nil }
            picturesWait = false
            forgetGraphics()
        }
        return graphics.update(
            for: frame, columns: size.columns, rows: size.rows, grid: sharing == nil ? .sent : .shared)
    }

    /// Forgets the shown graphics, and removes the shared memory that the terminal has not read.
    func forgetGraphics() {
        graphics.forget()
        sharedPictures?.removeAll()
    }

    private var sharing: SharedPictures? { capabilities.readsSharedMemory ? sharedPictures : nil }

    /// Returns the query whether the terminal reads this machine's shared memory; empty if it may be on another.
    func memoryQuery() -> [UInt8] {
        guard options.asksForGraphics, capabilities.answersKittyQuery, device.isPseudoTerminal,
            !Self.leadsElsewhere(environment)
        else { return [] }
        let pictures = sharedPictures ?? SharedPictures()
        sharedPictures = pictures
        pictures.removeAll()
        return pictures.storeQuery().map(ControlStrings.memoryQuery) ?? []
    }

    /// Returns the cursor to ncurses's position afterwards.
    func write(_ change: GraphicsLayer.Change, _ screen: ScreenFrame) {
        guard let image = change.image else { return change.kitty.forEach { write($0, of: nil) } }
        queue.append(ControlStrings.saveCursor)
        if image.frame.format == .sixel {
            queue.append(GraphicsStrings.move(column: image.placement.column, row: image.placement.row))
            writeSixel(image.frame, rows: image.placement.rows)
        }
        for step in change.kitty { write(step, of: image.frame) }
        for row in image.placement.shared {
            let output = queue.reserve(encoder.maximumRowBytes)
            queue.commit(encoder.repeatChrome(row: row, of: screen, into: output))
        }
        queue.append(ControlStrings.restoreCursor)
    }

    private func write(_ step: KittyTiles.Step, of frame: GraphicsFrame?) {
        switch step {
        case .deleteAll: queue.append(ControlStrings.deleteImages)
        case .send(let area, let number): if let frame { send(area, of: frame, number: number) }
        case .place(let place, let pixels, let number, let index):
            queue.append(GraphicsStrings.move(column: place.column, row: place.row))
            queue.append(
                GraphicsStrings.place(
                    place.piece, pixels, isStretched: frame?.isStretched == true, number: number, index: index))
        case .deletePlacement(let number, let index):
            queue.append(ControlStrings.deletePlacement(index, of: number))
        case .delete(let number): queue.append(ControlStrings.deleteImage(number))
        }
    }

    /// Sends pixels by shared memory, else in the tty, as PNG unless the line is short and carries everything.
    private func send(_ area: PixelArea, of frame: GraphicsFrame, number: Int) {
        if let name = sharing?.store(frame.pixels, width: frame.width, area: area) {
            queue.append(GraphicsStrings.transmission(area, memory: name, number: number))
        } else {
            let isNear = holdsFrames && !link.isLimited
            queue.append(
                KittyEncoder.transmission(
                    frame.pixels, width: frame.width, area: area, isPacked: !isNear, number: number))
        }
    }

    private func writeSixel(_ frame: GraphicsFrame, rows: Range<Int>) {
        let bands = GraphicsStrings.bands(of: frame, rows: rows)
        guard !bands.isEmpty, let colors = frame.bandStarts.first else { return }
        let height = min(frame.height - 6 * bands.lowerBound, 6 * bands.count)
        queue.append(GraphicsStrings.beginSixel(width: frame.width, height: height))
        queue.append(frame.bytes[..<colors])
        queue.append(frame.bytes[frame.bandStarts[bands.lowerBound]..<frame.bandStarts[bands.upperBound]])
        queue.append(GraphicsStrings.endString)
    }
}

enum GraphicsStrings {
    static let endString: [UInt8] = [0x1B, 0x5C]

    static func move(column: Int, row: Int) -> [UInt8] { Array("\u{1B}[\(row + 1);\(column + 1)H".utf8) }

    /// Returns the start of a sixel image with square pixels, in which unset pixels leave the screen unchanged.
    static func beginSixel(width: Int, height: Int) -> [UInt8] {
        Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    }

    /// Returns the bands that lie wholly in these rows; the image's last band may be cut. If the height of a row of
    /// cells is no multiple of six pixels, up to five rows of pixels are left out at either side.
    static func bands(of frame: GraphicsFrame, rows: Range<Int>) -> Range<Int> {
        let count = max(0, frame.bandStarts.count - 1)
        let first = min(count, Int((Double(rows.lowerBound) * frame.pixelsInRow / 6).rounded(.up)))
        let end =
            rows.upperBound >= frame.rows ? count : Int(Double(rows.upperBound) * frame.pixelsInRow / 6)
        return first..<min(count, max(first, end))
    }

    /// Places pixels of an image on a piece of the screen, without moving the cursor (`C=1`), instead of at the earlier
    /// place of this index (`p`).
    static func place(
        _ piece: GraphicsLayer.Piece, _ pixels: PixelArea, isStretched: Bool, number: Int, index: Int
    ) -> [UInt8] {
        let cells = isStretched ? ",c=\(piece.columns.count),r=\(piece.rows.count)" : ""
        let (x, y) = (pixels.columns, pixels.rows)
        return Array(
            ("\u{1B}_Ga=p,i=\(number),p=\(index),x=\(x.lowerBound),y=\(y.lowerBound),w=\(x.count),h=\(y.count)"
                + cells + ",C=1,q=2\u{1B}\\").utf8)
    }

    static func transmission(_ area: PixelArea, memory name: String, number: Int) -> [UInt8] {
        Array("\u{1B}_Ga=t,t=s,i=\(number),f=32,s=\(area.columns.count),v=\(area.rows.count),q=2;".utf8)
            + Base64.encoded(Array(name.utf8)) + endString
    }
}

extension OutputQueue {
    func append(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            reserve(source.count).update(from: base, count: source.count)
        }
        commit(bytes.count)
    }
}
