import Cells
import ClassRules
import Classes
import PlayCore

extension AppState {
    var documentRows: [PanelRow] {
        guard let live = room?.live else { return [] }
        let area = live.view.state.documents
        return area.list.elements.map { document in
            let title = SafeText.clean(document.title ?? "", limit: 120)
            let count = document.pages.count
            return PanelRow(
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

    /// Shows the first page to the whole class if the rules allow it, else only to this viewer.
    mutating func show(document id: String, at now: HostTime) -> [Effect] {
        guard let live = room?.live, live.view.state.documents.document(id) != nil else { return [] }
        return show(PageChange(PageKey(document: id, page: 0)), live, at: now)
    }

    /// Handles `a`, which adds, and `d`, which deletes. Returns `nil` for other keys.
    mutating func pressOnDocument(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        guard panel.list.filter == nil, let live = room?.live, live.view.leads else { return nil }
        switch key {
        case KeyPress(.character("a")):
            closePanels(at: now)
            liveCommandLine = LiveCommandLine("upload ")
            return []
        case KeyPress(.character("d")):
            guard case .document(let id)? = panel.list.selection,
                let document = live.view.state.documents.document(id)
            else { return [] }
            closePanels(at: now)
            let title = SafeText.phrase(document.title ?? Self.word(document.kind))
            return ask(tr("Delete %1 from the class?", title), before: .removeDocument(id), at: now)
        default: return nil
        }
    }

    // MARK: Pages

    mutating func turnPage(by step: Int, in live: LiveScreen, at now: HostTime) -> [Effect] {
        if room?.view.slide?.isPictureAlone == true { return [.room(.showPicture(nil))] }
        let area = live.view.state.documents
        guard let current = live.view.localPage ?? area.page, let document = area.document(current.key.document) else {
            message = Message(tr("No slide"), at: now)
            return []
        }
        if let change = stepTurned(current, by: step, in: document) { return show(change, live, at: now) }
        let page = current.key.page + step
        let count = document.kind == .whiteboard ? ClassLimits.pages : max(1, document.pages.count)
        guard (0..<count).contains(page) else {
            message = Message(step > 0 ? tr("Already at the last page") : tr("Already at the first page"), at: now)
            return []
        }
        return show(PageChange(PageKey(document: document.id, page: page)), live, at: now)
    }

    /// Returns `nil` if the page has no such step, or steps are not shown here.
    private func stepTurned(_ current: PageChange, by step: Int, in document: ClassDocument) -> PageChange? {
        guard room?.view.snapshot.documents?.content.animates == true,
            document.pages.indices.contains(current.key.page),
            let count = document.pages[current.key.page].steps?.count
        else { return nil }
        let next = (current.step ?? 0) + step
        return (0..<count).contains(next) ? PageChange(current.key, step: next) : nil
    }

    private mutating func show(_ page: PageChange, _ live: LiveScreen, at now: HostTime) -> [Effect] {
        if live.refusal(of: .showPage(page), at: now) == nil {
            return (live.view.localPage == nil ? [] : [.live(.lookAt(nil))]) + [.live(.wish(.showPage(page)))]
        }
        let shown = live.view.state.documents.page
        let isShown = page.key == shown?.key && (page.step ?? 0) == (shown?.step ?? 0)
        return [.live(.lookAt(isShown ? nil : page))]
    }

    mutating func returnToClassPage(_ live: LiveScreen) -> [Effect] {
        if room?.view.slide?.isPictureAlone == true { return [.room(.showPicture(nil))] }
        return live.view.localPage == nil ? [] : [.live(.lookAt(nil))]
    }
}
