package import Cells

/// Pictures in pixels. The terminal's owner writes them in the same write as the chrome.
extension NcursesTerminal {
    /// Shows graphics with the next frame that has a picture, or none with `nil`.
    package func showGraphics(_ frame: GraphicsFrame?) { graphics.set(frame) }

    /// Writes a change. The cursor then returns to ncurses's position.
    func write(_ change: GraphicsLayer.Change, _ screen: ScreenFrame) {
        if let image = change.image {
            queue.append(ControlStrings.saveCursor)
            let place = image.placement
            switch image.frame.format {
            case .sixel:
                queue.append(GraphicsStrings.move(column: place.column, row: place.row))
                writeSixel(image.frame, rows: place.rows)
            case .kitty:
                if !image.isTransmitted { queue.append(image.frame.bytes) }
                for (index, piece) in place.pieces.enumerated() {
                    let row = place.row + piece.rows.lowerBound - place.rows.lowerBound
                    queue.append(GraphicsStrings.move(column: place.column + piece.columns.lowerBound, row: row))
                    queue.append(GraphicsStrings.place(image.frame, piece, number: index + 1))
                }
                for index in change.lostPieces {
                    queue.append(ControlStrings.deletePlacement(index + 1, of: image.frame.imageNumber))
                }
            }
            for row in image.placement.shared {
                let output = queue.reserve(encoder.maximumRowBytes)
                queue.commit(encoder.repeatChrome(row: row, of: screen, into: output))
            }
            queue.append(ControlStrings.restoreCursor)
        }
        for number in change.deleted { queue.append(ControlStrings.deleteImage(number)) }
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

    /// Places a piece of an image, without moving the cursor (`C=1`), instead of at its earlier place (`p`).
    static func place(_ frame: GraphicsFrame, _ piece: GraphicsLayer.Piece, number: Int) -> [UInt8] {
        let x = pixels(piece.columns, of: frame.columns, each: frame.pixelsInColumn, in: frame.width)
        let y = pixels(piece.rows, of: frame.rows, each: frame.pixelsInRow, in: frame.height)
        let cells = frame.isStretched ? ",c=\(piece.columns.count),r=\(piece.rows.count)" : ""
        return Array(
            ("\u{1B}_Ga=p,i=\(frame.imageNumber),p=\(number),x=\(x.start),y=\(y.start),w=\(x.count),h=\(y.count)"
                + cells + ",C=1,q=2\u{1B}\\").utf8)
    }

    /// Returns at least one pixel; the last cells have the image's last pixels.
    private static func pixels(
        _ cells: Range<Int>, of all: Int, each: Double, in length: Int
    ) -> (start: Int, count: Int) {
        let start = min(length - 1, Int((Double(cells.lowerBound) * each).rounded()))
        let end = cells.upperBound >= all ? length : min(length, Int((Double(cells.upperBound) * each).rounded()))
        return (start, max(1, end - start))
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
