import Cells
import Classes
import PlayCore
import ScreenKit

/// The seek targets of a class: pages, marks, notices and quizzes.
extension ClassScreen {
    /// The quizzes before and after the current position.
    var quizzes: [ClassMoment] { view.moments?.all.filter { $0.kind == .quiz } ?? [] }

    func outlineLines(_ glyphs: Glyphs) -> [ClassLine] {
        (view.moments?.all ?? []).enumerated().map { item, moment in
            line(of: moment, item, isCurrent: item == view.momentIndex, glyphs)
        }
    }

    func askedLines(_ glyphs: Glyphs) -> [ClassLine] {
        guard !quizzes.isEmpty else { return [] }
        return [ClassLine(""), ClassLine(tr("Asked in this class"), Theme.dim)]
            + quizzes.enumerated().map { line(of: $1, $0, isCurrent: false, glyphs) }
    }

    private func line(of moment: ClassMoment, _ item: Int, isCurrent: Bool, _ glyphs: Glyphs) -> ClassLine {
        let (sign, style) = Self.sign(of: moment.kind, glyphs)
        return ClassLine(
            [
                ClassLine.Word(text: (isCurrent ? glyphs.checked : " ") + " ", style: Theme.accent),
                ClassLine.Word(text: TimeText.format(moment.time + view.offset) + " ", style: Theme.dim),
                ClassLine.Word(text: sign, style: style),
                ClassLine.Word(text: Self.title(of: moment), style: isCurrent ? Theme.bold : Theme.plain),
            ], item: item)
    }

    private static func sign(of kind: ClassMoment.Kind, _ glyphs: Glyphs) -> (String, Style) {
        switch kind {
        case .page: ("", Theme.plain)
        case .mark: (glyphs.chapter + " ", Theme.accent)
        case .notice: ("! ", Theme.warning)
        case .quiz: ("? ", Theme.accent)
        }
    }

    static func title(of moment: ClassMoment) -> String {
        let title = SafeText.clean(moment.title ?? "", limit: 200)
        if title.contains(where: { !$0.isWhitespace }) { return title }
        switch moment.kind {
        case .page(let key?): return tr("page %1", "\(key.page + 1)")
        case .page(nil): return tr("page")
        case .mark: return tr("marker")
        case .notice: return tr("notice")
        case .quiz: return tr("Answer sheet")
        }
    }

    /// Returns the class time that a row leads to, or `nil` if it leads nowhere.
    func time(of item: Int, in pane: ClassPane) -> MediaTime? {
        switch pane {
        case .chat: view.chat.lines.indices.contains(item) ? view.chat.lines[item].message.time : nil
        case .outline: view.moments.flatMap { $0.all.indices.contains(item) ? $0.all[item].time : nil }
        case .quiz: quizzes.indices.contains(item) ? quizzes[item].time : nil
        case .questions:
            view.questions.indices.contains(item) ? view.moments?.questions[view.questions[item].id] : nil
        case .people, .parts, .slides, .video, .companion, .cameras, .terminal: nil
        }
    }
}
