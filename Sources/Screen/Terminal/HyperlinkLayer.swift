import Cells

/// Attaches addresses to cells that are already on the screen (OSC 8). Writes the cells again with the link on, so that
/// neither ncurses nor the picture's encoder needs to know of links. Main thread.
struct HyperlinkLayer {
    private struct Row: Equatable {
        var links: [ScreenLink]
        var cells: [Cell]
    }

    private var shown: [Int: Row] = [:]

    mutating func forget() { shown = [:] }

    mutating func forget(row: Int) { shown[row] = nil }

    /// Returns the bytes for a frame whose cells are on the screen, and counts them as written.
    mutating func update(for frame: ScreenFrame, profile: EncoderProfile) -> [UInt8] {
        if frame.links.isEmpty, shown.isEmpty { return [] }
        var text = ""
        let links = Dictionary(grouping: frame.links) { $0.row }
        for row in Set(links.keys).union(shown.keys).sorted() where row < frame.chrome.rows {
            let new = Row(
                links: links[row] ?? [], cells: (0..<frame.chrome.columns).map { frame.chrome[$0, row] })
            guard new != shown[row] else { continue }
            // Unchanged cells were not written and would keep the old address.
            for link in shown[row]?.links ?? [] { text += Self.run(link, new.cells, address: nil, profile) }
            for (number, link) in new.links.enumerated() {
                text += Self.run(link, new.cells, address: "id=\(row)-\(number);" + link.address, profile)
            }
            shown[row] = new.links.isEmpty ? nil : new
        }
        return Array(text.utf8)
    }

    private static func run(
        _ link: ScreenLink, _ cells: [Cell], address: String?, _ profile: EncoderProfile
    ) -> String {
        var text = ""
        var style: Style?
        // The right half of a wide glyph cannot be written alone.
        var column = link.column
        while column < min(cells.count, link.column + link.width), cells[column].glyph == 0 { column += 1 }
        let first = column
        while column < min(cells.count, link.column + link.width) {
            let cell = cells[column]
            column += 1
            if cell.glyph == 0 { continue }
            guard !cell.isTransparent, let scalar = Unicode.Scalar(cell.glyph) else { break }
            let own = Style(
                foreground: profile.sent(cell.foreground), background: profile.sent(cell.background),
                attributes: cell.attributes)
            if own != style { text += AnsiText.sequence(for: own) }
            style = own
            text.unicodeScalars.append(scalar)
        }
        guard !text.isEmpty else { return "" }
        let place = "\u{1B}[\(link.row + 1);\(first + 1)H"
        guard let address else { return place + text }
        return place + "\u{1B}]8;\(address)\u{7}" + text + "\u{1B}]8;;\u{7}"
    }
}
