import Cells
import PlayCore

/// Layouts as a viewer writes them.
///
///     # a comment
///     [mine]
///     compact-below = 80
///     spacing = 1
///     height = 1
///     standard = playback current-time progress:8:24 "my bar" spacer volume screen-mode
///     compact = current-time progress duration
///     compact = playback spacer screen-mode
///
/// Each `standard` and `compact` is a row, from the top. A control is `name`, `name:width` or `name:width:elasticity`;
/// without a width, or with `-`, it is as wide as its text. A text in quotes is a view of its own, and takes the same
/// numbers. A control in both sets is one view. Without `compact`, both sets have the rows of `standard`.
package enum LayoutFile {
    package struct Mistake: Error, Equatable {
        /// From 1.
        package let line: Int
        package let reason: String
    }

    /// The limits of rows and controls: more rows leave no picture, and a terminal has no more columns.
    static let maximumRows = 4
    static let maximumControls = 40
    static let maximumColumns = 500
    static let maximumElasticity = 1000.0
    /// Longer files are not layouts.
    package static let maximumBytes = 65_536

    package static func parse(_ text: String) throws(Mistake) -> [LayoutLibrary.Named] {
        var layouts: [LayoutLibrary.Named] = []
        var section: LayoutSection?
        var number = 0
        for raw in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let line = trimmed(raw)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                if let section { layouts.append(try section.finished()) }
                section = try begin(line, number, taken: layouts.map(\.name))
                continue
            }
            guard section != nil else { throw Mistake(line: number, reason: tr("expected a [name] first")) }
            try section?.parse(line, number)
        }
        if let section { layouts.append(try section.finished()) }
        return layouts
    }

    private static func begin(_ line: Substring, _ number: Int, taken: [String]) throws(Mistake) -> LayoutSection {
        let name = String(trimmed(line.dropFirst().dropLast()))
        let isPlain = name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_".utf8.contains(byte)
        }
        guard line.hasSuffix("]"), !name.isEmpty, name.utf8.count <= 40, isPlain else {
            throw Mistake(line: number, reason: tr("a name consists of letters, digits, - and _ between [ and ]"))
        }
        guard !taken.contains(name), name != "auto", !LayoutLibrary.supplied.contains(where: { $0.name == name }) else {
            throw Mistake(line: number, reason: tr("duplicate layout %1", name))
        }
        return LayoutSection(name: name, line: number)
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}

extension ControlTag {
    package var fileName: String? {
        switch self {
        case .playback: "playback"
        case .previous: "previous"
        case .next: "next"
        case .jumpBack: "jump-back"
        case .currentTime: "current-time"
        case .timeSeparator: "separator"
        case .duration: "duration"
        case .progress: "progress"
        case .closedCaption: "captions"
        case .screenMode: "screen-mode"
        case .externalRoute: "route"
        case .empty: "spacer"
        case .title: "title"
        case .logo: "logo"
        case .volume: "volume"
        case .speed: "speed"
        case .definition: "definition"
        case .live: "live"
        case .goggles: "goggles"
        // A text is written as itself.
        case .text: nil
        }
    }
}
