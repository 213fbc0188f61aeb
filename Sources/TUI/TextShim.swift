package import Cells

/// Text from outside, made fit for cells; stands in for the type of the same name in `Cells`.
package enum SafeText {
    /// At most `limit` characters; control and formatting characters are taken out, line ends and tabs become spaces.
    package static func clean(_ text: String, limit: Int = 512) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit * 4) {
            switch scalar.properties.generalCategory {
            case .lineSeparator, .paragraphSeparator: scalars.append(" ")
            case .control where scalar == "\n" || scalar == "\t": scalars.append(" ")
            case .control, .format, .surrogate, .privateUse, .unassigned: break
            default: scalars.append(scalar)
            }
        }
        return String(String(scalars).prefix(limit))
    }
}

/// Columns that text takes in a terminal; stands in for the type of the same name in `Cells`.
package enum TextWidth {
    /// 0, 1 or 2.
    package static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    package static func of(_ text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + of($1) } }
}

extension CellBuffer {
    /// Writes text from a column on, as far as `maxColumns` and the row allow; a wide glyph is never cut. Returns the
    /// columns written.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, row: Int, style: Style = Style(), maxColumns: Int = .max
    ) -> Int {
        guard row >= 0, row < rows, column >= 0, column < columns else { return 0 }
        let room = Swift.min(maxColumns, columns - column)
        var used = 0
        for scalar in text.unicodeScalars {
            let width = TextWidth.of(scalar)
            if width == 0 { continue }
            if used + width > room { break }
            var cell = Cell(
                glyph: scalar.value, foreground: style.foreground, background: style.background,
                attributes: style.attributes)
            self[column + used, row] = cell
            if width == 2 {
                cell.glyph = 0
                self[column + used + 1, row] = cell
            }
            used += width
        }
        return used
    }
}
