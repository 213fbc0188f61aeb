import Cells
import PlayCore

enum DownloadLine {
    /// Returns the text without the part that would continue in the next row.
    static func cut(_ text: String, to columns: Int) -> String {
        guard TextWidth.columns(of: text) > columns else { return text }
        var result = ""
        var used = 0
        for character in text {
            used += TextWidth.columns(of: String(character))
            guard used <= columns else { break }
            result.append(character)
        }
        return result
    }
}
