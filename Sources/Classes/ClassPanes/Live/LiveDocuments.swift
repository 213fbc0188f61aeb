import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    var documentRows: [Row] {
        guard let live else { return [] }
        let area = live.view.state.documents
        return area.list.elements.map { document in
            let title = SafeText.clean(document.title ?? "", limit: 120)
            let count = document.pages.count
            return Row(
                .document(document.id), title.isEmpty ? Self.word(document.kind) : title,
                detail: trn("%1 page", "%1 pages", max(1, count)),
                isCurrent: document.id == (live.view.localPage ?? area.page)?.key.document)
        }
    }

    private static func word(_ kind: ClassDocument.Kind) -> String {
        switch kind {
        case .slides: tr("slides")
        case .whiteboard: tr("whiteboard")
        case .web: tr("web document")
        }
    }

    /// Shows the document's first page to everyone if the rules allow it, otherwise only to this viewer.
    func show(document id: String, at now: HostTime) -> Consequences {
        guard let live, live.view.state.documents.document(id) != nil else { return [] }
        return show(PageChange(PageKey(document: id, page: 0)), live, at: now)
    }

    /// Handles `a` (add) and `d` (delete). Returns `nil` for other keys.
    mutating func press(_ key: KeyPress, onDocument choice: ClassChoice?, at now: HostTime) -> Consequences? {
        guard let live, live.view.leads else { return nil }
        switch key {
        case KeyPress(.character("a")):
            commandLine = LiveCommandLine("upload ")
            return [.order(.closeLists)]
        case KeyPress(.character("d")):
            guard case .document(let id)? = choice, let document = live.view.state.documents.document(id) else {
                return []
            }
            let title = SafeText.phrase(document.title ?? Self.word(document.kind))
            return [.order(.closeLists)]
                + ask(tr("Delete %1 from the class?", title), before: .removeDocument(id), at: now)
        default: return nil
        }
    }

    // MARK: Pages

    func turnPage(by step: Int, in live: LiveScreen, at now: HostTime) -> Consequences {
        if view.slide?.isPictureAlone == true { return [.room(.showPicture(nil))] }
        let area = live.view.state.documents
        guard let current = live.view.localPage ?? area.page, let document = area.document(current.key.document) else {
            return [.say(tr("No slide"))]
        }
        if let change = stepTurned(current, by: step, in: document) { return show(change, live, at: now) }
        let page = current.key.page + step
        let count = document.kind == .whiteboard ? ClassLimits.pages : max(1, document.pages.count)
        guard (0..<count).contains(page) else {
            return [.say(step > 0 ? tr("Already at the last page") : tr("Already at the first page"))]
        }
        return show(PageChange(PageKey(document: document.id, page: page)), live, at: now)
    }

    /// Returns the page at its next or previous step, or `nil` if there is none or steps are not shown.
    private func stepTurned(_ current: PageChange, by step: Int, in document: ClassDocument) -> PageChange? {
        guard view.snapshot.documents?.content.animates == true, document.pages.indices.contains(current.key.page),
            let count = document.pages[current.key.page].steps?.count
        else { return nil }
        let next = (current.step ?? 0) + step
        return (0..<count).contains(next) ? PageChange(current.key, step: next) : nil
    }

    private func show(_ page: PageChange, _ live: LiveScreen, at now: HostTime) -> Consequences {
        if live.refusal(of: .showPage(page), at: now) == nil {
            return (live.view.localPage == nil ? [] : [.live(.lookAt(nil))]) + [.wish(.showPage(page))]
        }
        let shown = live.view.state.documents.page
        let isShown = page.key == shown?.key && (page.step ?? 0) == (shown?.step ?? 0)
        return [.live(.lookAt(isShown ? nil : page))]
    }

    func returnToClassPage(_ live: LiveScreen) -> Consequences {
        if view.slide?.isPictureAlone == true { return [.room(.showPicture(nil))] }
        return live.view.localPage == nil ? [] : [.live(.lookAt(nil))]
    }
}
