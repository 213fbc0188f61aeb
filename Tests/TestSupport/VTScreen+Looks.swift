package import Cells

extension VTScreen {
    package struct Look: Hashable, Sendable, CustomStringConvertible {
        package var glyph: UInt32
        package var foreground: UInt32
        package var background: UInt32
        package var attributes: UInt16

        /// Normalizes half blocks to "upper and lower colour". Ignores a blank's foreground.
        package init(_ cell: Cell) {
            glyph = cell.glyph
            (foreground, background) = (cell.foreground.rawValue, cell.background.rawValue)
            attributes = cell.attributes.rawValue
            // Bold, dim and italic of a blank cell are invisible.
            if glyph == 0x20, cell.attributes.isDisjoint(with: [.underline, .reverse]) { attributes = 0 }
            guard attributes == 0 else { return }
            switch glyph {
            case 0x20: (glyph, foreground) = (0x2580, background)
            case 0x2588: (glyph, background) = (0x2580, foreground)
            case 0x2584: (glyph, foreground, background) = (0x2580, background, foreground)
            default: break
            }
        }

        package var description: String {
            "U+\(String(glyph, radix: 16)) \(String(foreground, radix: 16))/\(String(background, radix: 16)) \(attributes)"
        }
    }

    /// Returns whether a cell has the colours of a picture. A cell of one colour may be a blank or a full block,
    /// depending on which takes fewer bytes.
    package func showsPicture(column: Int, row: Int) -> Bool {
        let look = Look(self[column, row])
        return ![look.foreground, look.background].contains(Color.terminalDefault.rawValue)
    }

    package func differences(from target: CellBuffer, limit: Int = 5) -> [String] {
        guard target.columns == columns, target.rows == rows else { return ["another size"] }
        var found: [String] = []
        for row in 0..<rows {
            for column in 0..<columns {
                let (wanted, seen) = (Look(target[column, row]), Look(self[column, row]))
                if wanted != seen { found.append("(\(column),\(row)): \(seen) instead of \(wanted)") }
                if found.count == limit { return found }
            }
        }
        return found
    }
}
