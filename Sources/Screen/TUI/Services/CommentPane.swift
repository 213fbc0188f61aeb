import Catalogue
import Cells
import PlayCore
import ScreenKit

/// The layout of the list of comments, each with as many lines as its text needs. Drawing, keys and the mouse use it.
struct CommentPane {
    struct Line: Equatable {
        enum Part: Equatable {
            /// The author, and dim details.
            case head(String, String)
            case text(String)
            case note(String)
        }
        let part: Part
        /// The columns from the left edge of the list.
        let indent: Int
    }

    /// The pane with its border.
    let rect: Rect
    let list: Rect
    let editor: Rect?
    private let state: AppState
    private let comments: [String: CommentList.Comment]

    /// The deepest indentation, for answers to answers.
    private static let deepest = 4
    /// Longer texts are cut.
    private static let mostLines = 400
    static let textLimit = 16_384
    /// From this width on, a picture of useful size fits beside the pane.
    private static let wideTerminal = 120

    init(_ state: AppState, _ geometry: ScreenGeometry) {
        self.state = state
        comments = Dictionary(
            (state.services.comments?.comments ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let area = state.panelArea(geometry)
        let isBeside = area.width >= Self.wideTerminal && geometry.floatingFrame == nil
        let width = isBeside ? max(48, area.width * 2 / 5) : min(area.width, max(56, area.width * 3 / 5))
        let isWhole = isBeside || geometry.floatingFrame != nil || state.terminal.rows < AppState.lowRows
        let height = isWhole ? area.height : min(area.height, max(10, area.height * 2 / 3))
        rect = Rect(
            column: area.column + area.width - width, row: area.row + area.height - height, width: width,
            height: max(3, height))
        let rows = max(1, rect.height - 2)
        let editorRows = state.commentEditor == nil ? 0 : min(2, rows - 1)
        list = Rect(column: rect.column + 1, row: rect.row + 1, width: rect.width - 2, height: rows - editorRows)
        editor =
            editorRows > 0
            ? Rect(
                column: rect.column + 1, row: rect.row + 1 + rows - editorRows, width: rect.width - 2,
                height: editorRows) : nil
    }

    // MARK: Lines

    func lines(of row: ListRow<PanelChoice>) -> [Line] {
        guard case .comment(let id)? = row.id, let comment = comments[id] else {
            return [Line(part: .note(row.label), indent: PanelFrame.signColumns)]
        }
        let indent = PanelFrame.signColumns + 2 * min(comment.depth, Self.deepest)
        let width = max(4, list.width - indent - 1)
        var lines = [Line(part: .head(Self.author(comment), details(comment)), indent: indent)]
        lines += Self.wrapped(comment.text, width).map { Line(part: .text($0), indent: indent) }
        if comment.unreadAnswers > 0 {
            let text = trn("%1 reply: Enter", "%1 replies: Enter", comment.unreadAnswers)
            lines.append(Line(part: .note(text), indent: indent))
        }
        return lines
    }

    static func author(_ comment: CommentList.Comment) -> String {
        let name = SafeText.clean(comment.author ?? "", limit: 60)
        return name.isEmpty ? tr("someone") : name
    }

    /// Returns `3 h · +12 · you`.
    private func details(_ comment: CommentList.Comment) -> String {
        var parts: [String] = []
        if let time = comment.time, let now = state.services.comments?.readAt {
            parts.append(AgeText.format(seconds: now - time))
        }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        if let likes = comment.likeCount, likes > 0 || comment.isLiked {
            parts.append("+\(likes)" + (comment.isLiked ? " " + glyphs.checked : ""))
        }
        if comment.isOwn { parts.append(tr("you")) }
        return parts.joined(separator: " \(glyphs.separator) ")
    }

    static func wrapped(_ text: String, _ width: Int) -> [String] {
        let paragraphs = text.prefix(textLimit).split(whereSeparator: \.isNewline).prefix(mostLines)
        let lines = paragraphs.flatMap {
            LineBreaking.lines(SafeText.clean(String($0), limit: textLimit), width: width)
        }
        return Array(lines.prefix(mostLines))
    }

    // MARK: What is in view

    struct View: Equatable {
        /// The first row in view, and the number of its lines above the view.
        var top: Int
        var skip: Int
    }

    /// Returns the view that shows as much of the selected row as fits, with the least scrolling.
    func view(_ rows: [ListRow<PanelChoice>], selected: Int) -> View {
        guard rows.indices.contains(selected) else { return View(top: 0, skip: 0) }
        let own = lines(of: rows[selected]).count
        var least = selected
        var space = list.height - min(list.height, own)
        while least > 0 {
            let count = lines(of: rows[least - 1]).count
            guard count <= space else { break }
            space -= count
            least -= 1
        }
        let top = min(max(state.commentPane.top, least), selected)
        return View(top: top, skip: top == selected ? min(state.commentPane.skip, max(0, own - list.height)) : 0)
    }

    /// Returns each line with the index of its row, and whether it is the row's first line.
    func visible(_ rows: [ListRow<PanelChoice>], selected: Int) -> [(place: Int, isFirst: Bool, line: Line)] {
        let view = view(rows, selected: selected)
        var result: [(place: Int, isFirst: Bool, line: Line)] = []
        var place = view.top
        while place < rows.count, result.count < list.height {
            let all = lines(of: rows[place])
            let skipped = place == view.top ? view.skip : 0
            for (number, line) in all.enumerated().dropFirst(skipped) where result.count < list.height {
                result.append((place, number == skipped, line))
            }
            place += 1
        }
        return result
    }
}

enum AgeText {
    /// - Parameter seconds: negative ones count as 0.
    static func format(seconds: Int64) -> String {
        switch seconds {
        case ..<60: tr("just now")
        case ..<3600: tr("%1 min ago", "\(seconds / 60)")
        case ..<86_400: tr("%1 h ago", "\(seconds / 3600)")
        case ..<(60 * 86_400): tr("%1 d ago", "\(seconds / 86_400)")
        case ..<(730 * 86_400): trn("%1 month ago", "%1 months ago", Int(seconds / (30 * 86_400)))
        default: trn("%1 year ago", "%1 years ago", Int(seconds / (365 * 86_400)))
        }
    }
}
