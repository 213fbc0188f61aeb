import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import ScreenKit

/// An address in a notice, chat or question. The screen shows it in full before it is opened or copied.
package struct ShownLink: Equatable {
    /// An address in printable ASCII.
    package let address: String
    /// The author or the kind of text that contains it; cleaned.
    let origin: String
}

extension ClassScreen {
    func noticeText(_ notice: PostedNotice) -> String {
        ([notice.text] + [notice.link].compactMap(\.self)).joined(separator: " ")
    }

    /// The links of the notice: its own link, then those in its text.
    var noticeLinks: [String] {
        guard let notice = view.snapshot.notice?.content else { return [] }
        return [notice.link.flatMap(LinkFinder.address)].compactMap(\.self)
            + LinkFinder.links(in: notice.text).map(\.address)
    }

    /// All links: those of notice, slide, pinned line, chat (newest line first) and questions. Each address occurs
    /// once.
    package var links: [ShownLink] {
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

    /// The text that `y` copies: cleaned, with its line breaks.
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

extension ClassScreen {
    var linkRows: [Row] { links.map { Row(.link($0.address), $0.address, detail: $0.origin) } }

    /// Opens the list of links at the selected line's link. The viewer sees the address before opening it, because its
    /// author may not be trusted.
    func openLinks(selecting address: String? = nil) -> Consequences {
        let text = address == nil ? selectedText : nil
        let wanted = address ?? text.flatMap { LinkFinder.links(in: $0).first?.address }
        return [.open(.links, selecting: wanted.map(ClassChoice.link))]
    }

    private var selectedText: String? {
        guard focus == .chat, let item = selected(.chat), view.chat.lines.indices.contains(item) else {
            return copiedText
        }
        return view.chat.lines[item].message.text
    }

    func copySelected() -> Consequences {
        guard let text = copiedText, !text.isEmpty else { return [.say(tr("Nothing is selected"))] }
        return copy(text)
    }

    func copy(_ text: String) -> Consequences {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return [.say(tr("Copied: %1", SafeText.clean(line, limit: 120))), .order(.copy(text))]
    }
}
