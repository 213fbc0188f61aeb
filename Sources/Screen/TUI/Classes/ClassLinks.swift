import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel

/// An address in a notice, chat or question; shown in full before it is used.
struct ShownLink: Equatable {
    /// Printable ASCII.
    let address: String
    /// The author, or the owner of the text; cleaned.
    let origin: String
}

extension ClassScreen {
    func noticeText(_ notice: PostedNotice) -> String {
        ([notice.text] + [notice.link].compactMap(\.self)).joined(separator: " ")
    }

    /// The notice's links, its own first.
    var noticeLinks: [String] {
        guard let notice = view.snapshot.notice?.content else { return [] }
        return [notice.link.flatMap(LinkFinder.address)].compactMap(\.self)
            + LinkFinder.links(in: notice.text).map(\.address)
    }

    /// Each once: notice, slide, pinned line, chat from the newest line on, questions.
    var links: [ShownLink] {
        var all = noticeLinks.map { ShownLink(address: $0, origin: tr("notice")) }
        if case .web(let address?)? = view.slide?.content, let found = LinkFinder.address(address) {
            all.append(ShownLink(address: found, origin: tr("slide")))
        }
        if let pinned = view.snapshot.messages?.content.pinned { all += Self.links(pinned.text, pinned.author) }
        for line in view.chat.lines.reversed() { all += Self.links(line.message.text, line.message.author) }
        for question in view.questions {
            all += Self.links(question.text, question.author)
            for reply in question.replies { all += Self.links(reply.text, reply.author) }
        }
        var known: Set<String> = []
        return all.filter { known.insert($0.address).inserted }
    }

    private static func links(_ text: String, _ author: ClassUser?) -> [ShownLink] {
        guard text.contains("://") else { return [] }
        return LinkFinder.links(in: String(text.prefix(4000))).map {
            ShownLink(address: $0.address, origin: author.map { ChatLines.name($0) } ?? "")
        }
    }

    /// Copied by `y`; cleaned, its lines kept.
    var copiedText: String? {
        let item = selected(focus)
        switch focus {
        case .chat:
            guard let item = item ?? view.chat.lines.indices.last, view.chat.lines.indices.contains(item) else {
                return nil
            }
            return Self.copied([view.chat.lines[item].message.text])
        case .people:
            return item.flatMap { person(at: $0) }.map { Self.copied([$0.user.name]) }
        case .questions:
            guard let item, view.questions.indices.contains(item) else { return nil }
            let question = view.questions[item]
            return Self.copied([question.text] + question.replies.map(\.text))
        case .outline:
            let moments = view.moments?.all ?? []
            guard let item, moments.indices.contains(item) else { return nil }
            return Self.copied([Self.title(of: moments[item])])
        case .parts:
            guard let item, view.parts.rows.indices.contains(item) else { return nil }
            return view.parts.rows[item].title.map { Self.copied([$0]) }
        case .quiz: return view.snapshot.survey?.content.map { Self.copied([$0.question]) }
        case .slides: return view.slide?.text.map { Self.copied([$0]) }
        case .cameras: return selectedThumbnail.map { Self.copied([view.thumbnails[$0].name]) }
        case .video, .companion, .terminal: return nil
        }
    }

    private static func copied(_ texts: [String]) -> String {
        texts.joined(separator: "\n").split(whereSeparator: \.isNewline).prefix(500)
            .map { SafeText.clean(String($0)) }.joined(separator: "\n")
    }
}

extension AppState {
    var classLinks: [ShownLink] { room?.links ?? [] }

    var linkRows: [PanelRow] {
        classLinks.map { PanelRow(.link($0.address), $0.address, detail: $0.origin) }
    }

    /// Selects the selected line's link. It is shown before it is used: its author may not be trusted.
    mutating func openLinks(at now: HostTime, selecting address: String? = nil) -> [Effect] {
        let effects = open(.links, at: now)
        guard panel?.kind == .links else { return effects }
        let text = address == nil ? room.flatMap(selectedText) : nil
        if let wanted = address ?? text.flatMap({ LinkFinder.links(in: $0).first?.address }) {
            panel?.list.select(.link(wanted))
        }
        return effects
    }

    private func selectedText(_ room: ClassScreen) -> String? {
        guard room.focus == .chat, let item = room.selected(.chat), room.view.chat.lines.indices.contains(item) else {
            return room.copiedText
        }
        return room.view.chat.lines[item].message.text
    }

    /// Returns `nil` if `y` has its usual meaning.
    mutating func pressOnLink(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        guard panel.list.filter == nil, Keymap.links.action(for: key) == .list(.copy) else { return nil }
        guard case .link(let address)? = panel.list.selection else { return [] }
        closePanels(at: now)
        return copy(address, at: now)
    }

    mutating func copySelected(at now: HostTime) -> [Effect] {
        guard let text = room?.copiedText, !text.isEmpty else {
            message = Message(tr("Nothing is selected"), at: now)
            return []
        }
        return copy(text, at: now)
    }

    private mutating func copy(_ text: String, at now: HostTime) -> [Effect] {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        message = Message(tr("Copied: %1", SafeText.clean(line, limit: 120)), at: now)
        return [.copy(text)]
    }
}
