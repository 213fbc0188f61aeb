/// The ranges of a line's colours are in ``runs``. The text is unverified.
package struct TerminalLine: Sendable, Hashable, Codable {
    /// Adjacent characters of equal colours. The form in files is `[length, foreground, background, attributes]`.
    package struct Run: Sendable, Hashable {
        /// In Unicode scalars.
        package var length: Int
        package var look: Look

        package init(_ length: Int, _ look: Look) {
            self.length = length
            self.look = look
        }
    }

    package struct Look: Sendable, Hashable {
        package struct Attributes: OptionSet, Sendable, Hashable {
            package let rawValue: Int
            package init(rawValue: Int) { self.rawValue = rawValue }

            package static let bold = Attributes(rawValue: 1)
            package static let dim = Attributes(rawValue: 2)
            package static let italic = Attributes(rawValue: 4)
            package static let underline = Attributes(rawValue: 8)
            package static let reverse = Attributes(rawValue: 16)
        }

        /// A palette index (0 to 255), a colour as ``direct`` + 0xRRGGBB, or `nil` for the default.
        package var foreground: Int?
        package var background: Int?
        package var attributes: Attributes = []

        package static let plain = Look()
        /// Added to 0xRRGGBB.
        package static let direct = 0x0100_0000

        package init() {}
    }

    package var text: String
    /// From the start of the line. The text after them is plain.
    package var runs: [Run]

    package init(_ text: String = "", _ runs: [Run] = []) {
        self.text = text
        self.runs = runs
    }

    /// In Unicode scalars: 500 columns with combining marks.
    package static let maximumLength = 1000
    package static let maximumRuns = 500

    /// Approximate, in JSON, in bytes.
    var size: Int { text.utf8.count + runs.count * 24 + 16 }

    var bounded: TerminalLine {
        guard text.unicodeScalars.count > Self.maximumLength || runs.count > Self.maximumRuns else { return self }
        let scalars = String.UnicodeScalarView(text.unicodeScalars.prefix(Self.maximumLength))
        return TerminalLine(String(scalars), Array(runs.prefix(Self.maximumRuns)))
    }
}

extension TerminalLine.Run: Codable {
    package init(from decoder: any Decoder) throws {
        let numbers = try [Int](from: decoder)
        guard numbers.count == 4, (1...TerminalLine.maximumLength).contains(numbers[0]) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a run of a terminal's line"))
        }
        var look = TerminalLine.Look()
        let colors = 0..<2 * TerminalLine.Look.direct
        look.foreground = colors.contains(numbers[1]) ? numbers[1] : nil
        look.background = colors.contains(numbers[2]) ? numbers[2] : nil
        look.attributes = .init(rawValue: numbers[3] & 31)
        self.init(numbers[0], look)
    }

    package func encode(to encoder: any Encoder) throws {
        try [length, look.foreground ?? -1, look.background ?? -1, look.attributes.rawValue].encode(to: encoder)
    }
}

package struct TerminalUpdate: Sendable, Hashable, Codable {
    package struct Row: Sendable, Hashable, Codable {
        /// From 0.
        package var row: Int
        package var line: TerminalLine

        package init(_ row: Int, _ line: TerminalLine) {
            self.row = row
            self.line = line
        }
    }

    package struct Cursor: Sendable, Hashable, Codable {
        package var column: Int
        package var row: Int

        package init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    package var user: String
    package var columns: Int
    package var rows: Int
    /// Whether the update discards the previous content, as the first one of a share does.
    package var isWhole: Bool
    package var scrolled: [TerminalLine]
    package var changed: [Row]
    package var cursor: Cursor?

    package static let columnRange = 1...500
    package static let rowRange = 1...200

    package init(user: String, columns: Int, rows: Int, isWhole: Bool = false) {
        self.user = user
        self.columns = columns
        self.rows = rows
        self.isWhole = isWhole
        (scrolled, changed) = ([], [])
    }

    private enum Field: String, CodingKey {
        case user, columns, rows, isWhole, scrolled, changed, cursor
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        user = try fields.decode(String.self, forKey: .user)
        columns = try fields.decode(Int.self, forKey: .columns)
        rows = try fields.decode(Int.self, forKey: .rows)
        isWhole = try fields.value(.isWhole, or: false)
        scrolled = try fields.value(.scrolled, or: [])
        changed = try fields.value(.changed, or: [])
        cursor = try fields.decodeIfPresent(Cursor.self, forKey: .cursor)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(user, forKey: .user)
        try fields.encode(columns, forKey: .columns)
        try fields.encode(rows, forKey: .rows)
        try fields.encode(isWhole, .isWhole, unless: false)
        try fields.encode(scrolled, .scrolled, unless: [])
        try fields.encode(changed, .changed, unless: [])
        try fields.encodeIfPresent(cursor, forKey: .cursor)
    }

    package var isValid: Bool {
        Self.columnRange.contains(columns) && Self.rowRange.contains(rows)
            && changed.allSatisfy { (0..<rows).contains($0.row) }
            && cursor.map { (0...columns).contains($0.column) && (0..<rows).contains($0.row) } ?? true
    }

    /// Splits the change into updates of about `maximum` bytes of JSON at most.
    package func parts(of maximum: Int) -> [TerminalUpdate] {
        var parts: [TerminalUpdate] = []
        var part = TerminalUpdate(user: user, columns: columns, rows: rows, isWhole: isWhole)
        var size = 0
        func close() {
            parts.append(part)
            part = TerminalUpdate(user: user, columns: columns, rows: rows)
            size = 0
        }
        for line in scrolled {
            if size > 0, size + line.size > maximum { close() }
            part.scrolled.append(line)
            size += line.size
        }
        for row in changed {
            if size > 0, size + row.line.size > maximum { close() }
            part.changed.append(row)
            size += row.line.size
        }
        part.cursor = cursor
        parts.append(part)
        // Each part repeats the cursor, because an update without one hides it.
        for index in parts.indices { parts[index].cursor = cursor }
        return parts
    }
}
