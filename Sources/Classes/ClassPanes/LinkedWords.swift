import Cells
import Classes
import ScreenKit

/// Broken lines in which each address is a word of its own.
enum LinkedWords {
    /// - Parameter lines: the lines of the cleaned `text`, which may lack only its blanks.
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
                // A blank before a link belongs to the preceding word.
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

    /// Returns the address, or `nil`, for each character except blanks.
    private static func marks(of text: String) -> [String?] {
        let links = LinkFinder.links(in: text)
        return text.indices.filter { !text[$0].isWhitespace }.map { index in
            links.first { $0.range.contains(index) }?.address
        }
    }
}
