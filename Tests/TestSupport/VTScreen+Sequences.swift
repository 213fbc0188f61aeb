import Cells

extension VTScreen {
    mutating func escape(_ byte: UInt8) {
        state = .ground
        switch byte {
        case UInt8(ascii: "["):
            collected = []
            state = .control
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
            collected = []
            stringKind = byte
            state = .string
        case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
        case UInt8(ascii: "7"):
            saved = Saved(column: cursorColumn, row: cursorRow, isWrapPending: isWrapPending, pen: pen)
        case UInt8(ascii: "8"):
            move(column: saved.column, row: saved.row)
            isWrapPending = saved.isWrapPending
            pen = saved.pen
        case UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"): break
        case UInt8(ascii: "D"): lineFeed()
        case UInt8(ascii: "M"): reverseLineFeed()
        case UInt8(ascii: "E"):
            move(column: 0, row: cursorRow)
            lineFeed()
        default: problems.append("ESC \(byte)")
        }
    }

    mutating func endString() {
        state = .ground
        let text = String(decoding: collected, as: UTF8.self)
        if stringKind == UInt8(ascii: "]"), text.hasPrefix("2;") || text.hasPrefix("0;") {
            title = String(text.dropFirst(2))
        }
        if stringKind == UInt8(ascii: "]"), text.hasPrefix("52;c;") {
            clipboard.append(Self.decoded(text.dropFirst(5)))
        }
        if stringKind == UInt8(ascii: "]"), text.hasPrefix("8;") {
            let address = text.dropFirst(2).split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).last
            penLink = address.flatMap { $0.isEmpty ? nil : String($0) }
        }
        if stringKind == UInt8(ascii: "]"), text == "11;?", let background {
            func digits(_ level: UInt8) -> String {
                String(Int(level) * 257 + 0x10000, radix: 16).suffix(4).description
            }
            let levels = [background.red, background.green, background.blue].map(digits).joined(separator: "/")
            answers += "\u{1B}]11;rgb:\(levels)\u{1B}\\"
        }
        let isSixel = stringKind == UInt8(ascii: "P") && text.prefix(16).contains("q\"")
        if isSixel || stringKind == UInt8(ascii: "_") {
            let kind = Character(Unicode.Scalar(stringKind))
            graphics.append(Graphics(kind: kind, column: cursorColumn, row: cursorRow, body: collected))
        }
    }

    package static func decoded(_ text: Substring) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var bytes: [UInt8] = []
        var (word, bits) = (0, 0)
        for digit in text.utf8 {
            guard let value = digits.firstIndex(of: digit) else { break }
            (word, bits) = ((word << 6 | value) & 0xFFFF, bits + 6)
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(word >> bits & 0xFF))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func control() {
        guard let final = collected.popLast() else { return }
        let prefix = collected.first.flatMap { "?<=>".utf8.contains($0) ? Character(Unicode.Scalar($0)) : nil }
        let (numbers, hasIntermediates) = Self.parameters(collected[(prefix == nil ? 0 : 1)...])
        if prefix == ">", final == UInt8(ascii: "q"), let version { answers += "\u{1B}P>|\(version)\u{1B}\\" }
        if prefix == ">", final == UInt8(ascii: "m"), numbers.first == 4 {
            otherKeysLevel = numbers.count > 1 ? numbers[1] : 0
        }
        if hasIntermediates || (prefix != nil && prefix != "?") {
            // Queries and kitty's keyboard flags have no visible effect.
            return
        }
        if prefix == "?" {
            setModes(numbers, final)
        } else {
            plainControl(numbers, final)
        }
    }

    /// Returns the numbers between semicolons, 0 where there is none, and whether a byte of ` !"#$%&'` occurs.
    private static func parameters(_ bytes: ArraySlice<UInt8>) -> (numbers: [Int], hasIntermediates: Bool) {
        // `current` is `nil` when the parameter is not a number.
        var (numbers, current, hasIntermediates): ([Int], Int?, Bool) = ([], 0, false)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                current = current.map { min($0, 1 << 32) * 10 + Int(byte - UInt8(ascii: "0")) }
            case UInt8(ascii: ";"):
                numbers.append(current ?? 0)
                current = 0
            case UInt8(ascii: " ")...UInt8(ascii: "'"): hasIntermediates = true
            default: current = nil
            }
        }
        numbers.append(current ?? 0)
        return (numbers, hasIntermediates)
    }

    mutating func setModes(_ numbers: [Int], _ final: UInt8) {
        switch final {
        case UInt8(ascii: "h"):
            modes.formUnion(numbers)
            if numbers.contains(1049) { erasePage() }
        case UInt8(ascii: "l"):
            if numbers.contains(2026), modes.contains(2026) { updateCount += 1 }
            modes.subtract(numbers)
        case UInt8(ascii: "u"), UInt8(ascii: "c"), UInt8(ascii: "S"): break
        case UInt8(ascii: "s"): savedModes = modes.intersection(numbers)
        case UInt8(ascii: "r"):
            modes.subtract(numbers)
            modes.formUnion(savedModes.intersection(numbers))
        default: problems.append("CSI ?\(numbers) \(final)")
        }
    }

    mutating func erasePage() {
        clearCount += 1
        for row in 0..<rows { erase(0..<columns, row: row) }
    }

    mutating func plainControl(_ numbers: [Int], _ final: UInt8) {
        let n = max(1, numbers.first ?? 1)
        let raw = numbers.first ?? 0
        switch Character(Unicode.Scalar(final)) {
        case "H", "f": move(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: n - 1)
        case "A": move(column: cursorColumn, row: cursorRow - n)
        case "B": move(column: cursorColumn, row: cursorRow + n)
        case "C": move(column: cursorColumn + n, row: cursorRow)
        case "D": move(column: cursorColumn - n, row: cursorRow)
        case "G", "`": move(column: n - 1, row: cursorRow)
        case "d": move(column: cursorColumn, row: n - 1)
        case "Z": move(column: (cursorColumn + 7) / 8 * 8 - 8 * n, row: cursorRow)
        case "m": style(numbers)
        case "X": erase(cursorColumn..<max(cursorColumn, min(columns, cursorColumn + n)), row: cursorRow)
        case "b": if let lastGlyph { for _ in 0..<n { put(lastGlyph) } }
        case "K":
            erase(raw == 0 ? cursorColumn..<columns : raw == 1 ? 0..<cursorColumn + 1 : 0..<columns, row: cursorRow)
        case "J": eraseDisplay(raw)
        case "@": insertBlanks(n)
        case "P": deleteCells(n)
        case "S": scroll(up: n, region)
        case "T": scroll(down: n, region)
        case "L" where region.contains(cursorRow): scroll(down: n, cursorRow..<region.upperBound)
        case "M" where region.contains(cursorRow): scroll(up: n, cursorRow..<region.upperBound)
        case "r":
            let last = numbers.count > 1 && numbers[1] > 0 ? min(rows, numbers[1]) : rows
            region = min(n - 1, last - 1)..<last
            move(column: 0, row: 0)
        case "c": answers += attributes
        case "n" where numbers.first == 5: answers += "\u{1B}[0n"
        case "l", "h", "t", "n": break
        default: problems.append("CSI \(numbers) \(Character(Unicode.Scalar(final)))")
        }
    }

    mutating func eraseDisplay(_ kind: Int) {
        if kind == 2 || (kind == 0 && cursorColumn == 0 && cursorRow == 0) {
            erasePage()
        } else if kind == 0 {
            erase(cursorColumn..<columns, row: cursorRow)
            for row in cursorRow + 1..<max(cursorRow + 1, rows) { erase(0..<columns, row: row) }
        } else {
            problems.append("CSI \(kind) J")
        }
    }

    mutating func insertBlanks(_ n: Int) {
        let start = cursorRow * columns
        var row = Array(cells[start..<start + columns])
        row.insert(contentsOf: [Cell](repeating: .blank, count: n), at: cursorColumn)
        cells.replaceSubrange(start..<start + columns, with: row.prefix(columns))
    }

    mutating func deleteCells(_ n: Int) {
        let start = cursorRow * columns
        var row = Array(cells[start..<start + columns])
        row.removeSubrange(cursorColumn..<min(columns, cursorColumn + n))
        row += [Cell](repeating: .blank, count: columns - row.count)
        cells.replaceSubrange(start..<start + columns, with: row)
    }
}
