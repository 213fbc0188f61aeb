import Cells
import Classes

/// A drawn link; its glyphs later tell whether something covers it.
struct DrawnLink: Equatable {
    let link: ScreenLink
    fileprivate let glyphs: [UInt32]

    func isIntact(in screen: CellBuffer) -> Bool { screen.glyphs(under: link) == glyphs }
}

extension CellBuffer {
    /// Returns the link of text that was just written, or `nil` if its address is invalid.
    func link(_ address: String, _ column: Int, _ row: Int, _ width: Int) -> DrawnLink? {
        ScreenLink(column: column, row: row, width: width, address: address).map {
            DrawnLink(link: $0, glyphs: glyphs(under: $0))
        }
    }
}

/// Lines of broken text whose addresses are separate words.
enum LinkedWords {
    /// - Parameter lines: of `text` (cleaned), without loss except of blanks.
    static func lines(_ lines: some Sequence<String>, of text: String, _ style: Style) -> [[ClassLine.Word]] {
        let marks = marks(of: text)
        var place = 0
        return lines.map { line in
            var words: [ClassLine.Word] = []
            var run = ""
            var link: String?
            func end() {
                guard !run.isEmpty else { return }
                words.append(ClassLine.Word(text: run, style: link == nil ? style : Theme.link, link: link))
                run = ""
            }
            for character in line {
                // A blank before a link belongs to the words before it.
                let own = character.isWhitespace ? nil : place < marks.count ? marks[place] : nil
                if !character.isWhitespace { place += 1 }
                if own != link {
                    end()
                    link = own
                }
                run.append(character)
            }
            end()
            return words
        }
    }

    /// Returns the address, if any, of each character that is no blank.
    private static func marks(of text: String) -> [String?] {
        let links = LinkFinder.links(in: text)
        return text.indices.filter { !text[$0].isWhitespace }.map { index in
            links.first { $0.range.contains(index) }?.address
        }
    }
}
