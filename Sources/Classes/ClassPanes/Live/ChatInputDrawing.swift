import Cells
import ClassRules
import PlayCore
import ScreenKit
import SlidePictures

extension CellBuffer {
    mutating func writeChatInput(
        _ live: LiveScreen, _ room: ClassScreen, _ rows: ChatPaneRows, in content: Rect, _ glyphs: Glyphs,
        at now: HostTime
    ) {
        guard let row = rows.input else { return }
        fill(Rect(column: content.column, row: row, width: content.width, height: 1))
        let sign = glyphs.isASCII ? ">" : "›"
        let space = content.width - 3
        guard space > 0 else { return }
        let isWriting = room.isWriting
        write(sign, column: content.column + 1, row: row, style: isWriting ? Theme.accentBold : Theme.dim)
        let start = content.column + 3
        if let lock = live.chatLock(at: now) {
            write(glyphs.fitted(lock.words, space - 1), column: start, row: row, style: Theme.warning)
            return
        }
        guard isWriting else {
            let text =
                live.input.line.isEmpty ? tr("c write a message") : SafeText.clean(live.input.line.text, limit: 300)
            write(glyphs.fitted(text, space - 1), column: start, row: row, style: Theme.dim)
            return
        }
        let wait = live.view.chatWait(at: now)
        let pause = wait > 0 ? " " + tr("%1 s", String((wait + 999) / 1000)) : ""
        let usage = pause + (live.input.usage.map { " \($0.count)/\($0.limit)" } ?? "")
        let columns = max(1, space - TextWidth.columns(of: usage))
        write(live.input.line, column: start, columns: columns, row: row)
        write(endingAt: content.column + content.width, usage, row: row, style: Theme.warning)
        writeAboveInput(live.input, rows, room.chatThumbnails, glyphs)
    }

    private mutating func writeAboveInput(
        _ input: ChatInput, _ rows: ChatPaneRows, _ made: ThumbnailSet, _ glyphs: Glyphs
    ) {
        guard let rect = rows.above else { return }
        fill(rect)
        let space = rect.width - 2
        let column = rect.column + 1
        guard let pasted = input.pasted else {
            if let completion = input.completion {
                write(completion, made, column: column, columns: space, row: rect.row, rows: rect.height, glyphs)
            } else if let target = input.target {
                let text = (glyphs.isASCII ? "> " : "└ ") + target.words
                write(glyphs.fitted(text, space), column: column, row: rect.row, style: Theme.accent)
            }
            return
        }
        let count = trn("%1 line pasted", "%1 lines pasted", pasted.count)
        let keys =
            pasted.count <= ChatInput.mostMessages
            ? tr("Enter one, s each, Esc none") : tr("Enter one message, Esc none")
        let lines = rect.height > 1 ? [count, keys] : [count + " \(glyphs.separator) " + keys]
        for (offset, line) in lines.enumerated() {
            write(glyphs.fitted(line, space), column: column, row: rect.row + offset, style: Theme.warning)
        }
    }

    /// Writes candidates side by side in the last row, centred on the selected one, with their pictures above.
    mutating func write(
        _ completion: WordCompletion, _ made: ThumbnailSet = ThumbnailSet(), column: Int, columns: Int, row: Int,
        rows: Int = 1, _ glyphs: Glyphs
    ) {
        var first = completion.index ?? 0
        func width(_ range: ClosedRange<Int>) -> Int {
            range.reduce(0) { $0 + TextWidth.columns(of: completion.candidates[$1].label) + 2 }
        }
        let last = first
        while first > 0, width(first - 1...last) <= columns { first -= 1 }
        var place = column
        for (index, candidate) in completion.candidates.enumerated().dropFirst(first) {
            let space = column + columns - place
            guard space > 3 else { break }
            let label = glyphs.fitted(candidate.label, space)
            let style = index == completion.index ? Theme.accentBold : Theme.dim
            let width = write(label, column: place, row: row + rows - 1, style: style)
            if let picture = candidate.picture, case .cells(let cells)? = made.pictures[picture] {
                for line in 0..<min(cells.rows, rows - 1) {
                    write(PictureRow(cells: cells, row: line), column: place, row: row + line, columns: space)
                }
            }
            place += max(width, rows > 1 ? ChatPictures.emoticonSize.columns : 0) + 2
        }
    }
}
