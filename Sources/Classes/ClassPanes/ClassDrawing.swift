package import Cells
import ClassRules
import Classes
package import PlayCore
import PlaybackModel
package import ScreenKit
import SlidePictures

extension CellBuffer {
    /// Writes all panes but the video, whose cells stay transparent. Returns the visible links.
    package mutating func write(
        _ room: ClassScreen, _ layout: ClassLayout, _ context: ClassContext, at now: HostTime
    ) -> [DrawnLink] {
        var links: [DrawnLink] = []
        let glyphs = context.glyphs
        if let column = layout.separator {
            fill(Rect(column: column, row: 0, width: 1, height: layout.tabs), with: glyphs.vertical, Theme.dim)
        }
        for placed in layout.panes {
            links += writeTitle(of: placed, layout, room, context, glyphs, at: now)
            links += writeContent(of: placed, layout, room, context, glyphs, at: now)
        }
        writeTabs(room, layout, context, glyphs, at: now)
        return links
    }

    // MARK: Titles

    private mutating func writeTitle(
        of placed: ClassLayout.Placed, _ layout: ClassLayout, _ room: ClassScreen, _ context: ClassContext,
        _ glyphs: Glyphs,
        at now: HostTime
    ) -> [DrawnLink] {
        let rect = placed.rect
        let hasFocus = room.focus == placed.pane
        let line = hasFocus ? Theme.accent : Theme.dim
        fill(Rect(column: rect.column, row: rect.row, width: rect.width, height: 1), with: glyphs.horizontal, line)
        let isMain = placed.hasHeader
        let own = room.title(of: placed.pane, glyphs)
        // A list that fills the screen shows its own name, too.
        let isAlone = isMain && placed.pane.isList
        let text =
            isAlone
            ? own + " \(glyphs.separator) " + room.header(placed.pane, context, glyphs, at: now)
            : isMain ? room.header(placed.pane, context, glyphs, at: now) : own
        var column = rect.column + 1
        let space = rect.width - 2
        // The key that shows the whole notice stays visible if the notice is cut.
        let isCut = isMain && room.view.snapshot.notice?.content != nil && TextWidth.columns(of: text) > space - 2
        let way = isCut ? " " + tr("g-v shows all") : ""
        column += write(
            " " + glyphs.fitted(text, max(0, space - 2 - TextWidth.columns(of: way))) + way + " ", column: column,
            row: rect.row, style: hasFocus ? Theme.accentBold : Theme.bold)
        // The whole title line opens the notice's first link.
        let notice = isMain ? room.noticeLinks.first : nil
        let links = notice.flatMap { link($0, rect.column + 2, rect.row, column - rect.column - 3) }
        var hint = placed.pane == .cameras ? room.thumbnailHint(layout) : room.hint(of: placed.pane, glyphs)
        if hasFocus, room.live != nil, room.has(.slides), !room.isWriting, room.scrolls(layout, context, at: now) {
            hint = [hint, tr("PgUp, PgDn scroll")].filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
        }
        let width = TextWidth.columns(of: hint) + 2
        if !hint.isEmpty, column + width < rect.column + rect.width {
            write(endingAt: rect.column + rect.width - 1, " " + hint + " ", row: rect.row, style: Theme.dim)
        }
        return links.map { [$0] } ?? []
    }

    // MARK: Content

    private mutating func writeContent(
        of placed: ClassLayout.Placed, _ layout: ClassLayout, _ room: ClassScreen, _ context: ClassContext,
        _ glyphs: Glyphs,
        at now: HostTime
    ) -> [DrawnLink] {
        let hasText = room.view.companion?.hasPicture != true || room.hidesPicture
        guard placed.pane != .video, placed.pane != .companion || hasText else { return [] }
        var content = room.listRect(of: placed)
        fill(placed.content)
        if let search = room.peopleSearch, content != placed.content {
            let row = content.row + content.height
            write(search: search, in: Rect(column: content.column, row: row, width: content.width, height: 1), glyphs)
        }
        if placed.pane == .cameras {
            writeThumbnails(room, layout, glyphs)
            return []
        }
        if placed.pane.isStage, room.hidesPicture {
            write(centred: ClassStatus.hidden(), in: content, glyphs)
            return []
        }
        if placed.pane == .terminal, let terminal = room.sharedTerminal {
            write(terminal, scrolled: room.terminalScroll, in: content)
            return []
        }
        // While the viewer draws, the page is shown even if it has only words.
        let showsWords = room.showsSlideText || room.view.slide?.isWordsOnly == true && room.drawing == nil
        if placed.pane == .slides, !showsWords, case .cells(let cells) = room.slidePicture {
            write(picture: cells, in: content)
            return []
        }
        var links: [DrawnLink] = []
        if placed.pane == .chat {
            let rows = ChatPaneRows(room, in: content)
            links += writeBesideChat(rows, room, in: content, glyphs, at: now)
            content = rows.list
        }
        let list = room.lines(of: placed.pane, width: content.width, glyphs, at: now)
        return links + write(list, in: content, selected: room.selected(placed.pane), glyphs)
    }

    private mutating func writeBesideChat(
        _ rows: ChatPaneRows, _ room: ClassScreen, in content: Rect, _ glyphs: Glyphs, at now: HostTime
    ) -> [DrawnLink] {
        if let live = room.live { writeChatInput(live, room, rows, in: content, glyphs, at: now) }
        if let row = rows.search, let search = room.chatSearch {
            write(search: search, in: Rect(column: content.column, row: row, width: content.width, height: 1), glyphs)
        }
        guard let row = rows.pinned, let pinned = room.view.snapshot.messages?.content.pinned else { return [] }
        let text = tr("Pinned: %1", SafeText.clean(pinned.text, limit: 200))
        let width = write(
            glyphs.fitted(text, content.width - 1), column: content.column + 1, row: row, style: Theme.accent)
        guard let address = LinkFinder.links(in: pinned.text).first?.address,
            let link = link(address, content.column + 1, row, width)
        else { return [] }
        return [link]
    }

    private mutating func write(picture: CellBuffer, in rect: Rect) {
        for row in 0..<min(picture.rows, rect.height) {
            for column in 0..<min(picture.columns, rect.width) {
                self[rect.column + column, rect.row + row] = picture[column, row]
            }
        }
    }

    private mutating func write(search: LineEditor, in rect: Rect, _ glyphs: Glyphs) {
        let view = search.view(columns: max(1, rect.width - 3))
        write("/", column: rect.column + 1, row: rect.row, style: Theme.accentBold)
        write(SafeText.clean(view.text, limit: rect.width), column: rect.column + 2, row: rect.row)
        guard rect.column + 2 + view.cursor < rect.column + rect.width else { return }
        self[rect.column + 2 + view.cursor, rect.row].attributes.insert(.reverse)
    }

    // MARK: Tabs

    private mutating func writeTabs(
        _ room: ClassScreen, _ layout: ClassLayout, _ context: ClassContext, _ glyphs: Glyphs, at now: HostTime
    ) {
        fill(Rect(column: 0, row: layout.tabs, width: columns, height: 1))
        for tab in ClassTab.all(room, columns: columns) {
            let isSeen = layout.place(of: tab.pane) != nil
            let style = room.focus == tab.pane ? Theme.accentBold : isSeen ? Theme.plain : Theme.dim
            write(tab.text, column: tab.column, row: layout.tabs, style: style)
        }
        if let prompt = ClassRewards.prompt(room, layout, context.terminal) {
            write("  " + prompt.text, column: prompt.column - 2, row: layout.tabs, style: ClassRewards.promptStyle)
            return
        }
        if let live = room.live, writeOwnHand(live, row: layout.tabs, glyphs, at: now) { return }
        if let timer = room.view.timer {
            let end = ClassTab.all(room, columns: columns).last.map { $0.column + $0.width } ?? 0
            writeTimer(timer, row: layout.tabs, after: end)
        } else if let live = room.live {
            writeHandHint(live, room, row: layout.tabs)
        }
    }
}

struct ClassTab: Equatable {
    let pane: ClassPane
    let text: String
    let column: Int
    var width: Int { TextWidth.columns(of: text) }

    static func all(_ room: ClassScreen, columns: Int) -> [ClassTab] {
        var tabs: [ClassTab] = []
        var column = 1
        for pane in ClassPane.allCases where room.has(pane) {
            let tab = ClassTab(pane: pane, text: "\(pane.key) " + room.tabText(pane), column: column)
            guard column + tab.width < columns - ClassTimer.columns(room.view.timer) else { break }
            tabs.append(tab)
            column += tab.width + 2
        }
        return tabs
    }
}

extension ClassScreen {
    static func name(_ pane: ClassPane) -> String {
        switch pane {
        case .slides: tr("Slides")
        case .video: tr("Video")
        case .chat: tr("Chat")
        case .people: tr("People")
        case .outline: tr("Outline")
        case .quiz: tr("Quiz")
        case .questions: tr("Questions")
        case .parts: tr("Parts")
        case .companion: tr("Second video")
        case .terminal: tr("Terminal")
        case .cameras: tr("Cameras")
        }
    }

    /// Returns the pane's name with its news: unread messages, raised hands, a verdict.
    func tabText(_ pane: ClassPane) -> String {
        let name = Self.name(pane)
        switch pane {
        case .chat:
            let mark = live?.seen.isAddressed == true ? " @" : ""
            return (unreadCount > 0 ? name + " +\(unreadCount)" : name) + mark
        case .people: return name + " \(view.snapshot.users?.content.totalCount ?? 0)" + handsText
        case .quiz:
            if let verdict = live?.verdictTab { return verdict }
            let isAsked = view.snapshot.survey?.content != nil || view.snapshot.answerSheet?.content != nil
            return isAsked ? name + " !" : name
        case .companion: return companionName
        case .cameras: return name + " \(view.thumbnails.count)"
        case .questions: return view.questions.isEmpty ? name : name + " \(view.questions.count)"
        default: return name
        }
    }

    func title(of pane: ClassPane, _ glyphs: Glyphs) -> String {
        let separator = " \(glyphs.separator) "
        switch pane {
        case .chat:
            var words = [Self.name(pane)]
            if view.chat.search == nil, let count = view.snapshot.messages?.content.count { words.append("\(count)") }
            if let group = view.snapshot.room?.content.group { words.append(tr("group %1", "\(group)")) }
            if let text = chat.query.text { words.append("/" + SafeText.clean(text, limit: 40)) }
            if chat.query.author != nil { words.append(tr("one sender")) }
            if let search = view.chat.search { words += searchWords(search) }
            return words.joined(separator: separator)
        case .people:
            return peopleQuery.map { tabText(pane) + separator + "/" + SafeText.clean($0, limit: 40) } ?? tabText(pane)
        case .companion: return companionTitle
        case .cameras: return tabText(pane)
        case .slides: return slideTitle
        case .terminal: return terminalTitle
        default: return Self.name(pane)
        }
    }

    private func searchWords(_ search: ChatWindow.SearchProgress) -> [String] {
        var words = [tr("%1 found", "\(search.found)" + (search.isFull ? "+" : ""))]
        if search.share < 100 { words.append("\(search.share)%") }
        if search.isIncomplete { words.append(tr("incomplete")) }
        return words
    }

    private var slideTitle: String {
        guard let slide = view.slide else { return Self.name(.slides) }
        if slide.isPictureAlone { return tr("Picture, . returns") }
        if let other = hiddenClassPage {
            return tr("page %1 (class: %2), . returns", "\(slide.page)", "\(other)")
        }
        return slide.isBoard
            ? tr("Board %1 of %2", "\(slide.page)", "\(slide.count)")
            : tr("Slide %1 of %2", "\(slide.page)", "\(slide.count)")
    }

    func hint(of pane: ClassPane, _ glyphs: Glyphs) -> String {
        if pane == .people, live?.view.leads == true { return tr("a actions") }
        guard pane == .chat, chat.place != nil else { return "" }
        let count = view.chat.newerCount
        let sign = glyphs.isASCII ? "v " : "↓ "
        return count > 0 ? sign + tr("%1 new: f", "\(count)") : tr("f follow")
    }

    /// Returns the header of the class, for the pane in the top left corner.
    func header(_ pane: ClassPane, _ context: ClassContext, _ glyphs: Glyphs, at now: HostTime) -> String {
        let separator = " \(glyphs.separator) "
        if view.snapshot.phase == .reloading { return tr("Loading…") }
        var words = liveWords(glyphs, at: now)
        if let notice = view.snapshot.notice?.content {
            words.append(tr("Notice: %1", SafeText.clean(noticeText(notice), limit: 300)))
            return words.joined(separator: separator)
        }
        let header = view.snapshot.room?.content
        words += [header?.title.map { SafeText.clean($0, limit: 200) } ?? context.title]
        if view.about?.isSmall == true { words.append(tr("small class")) }
        if let part = partText(glyphs) { words.append(part) }
        if let name = header?.presenterName { words.append(tr("%1 presents", SafeText.clean(name, limit: 60))) }
        if header?.isMediaPlaying == true {
            words.append(tr("media file: %1", SafeText.clean(header?.media?.name ?? "", limit: 60)))
        }
        if header?.isDesktopSharing == true { words.append(tr("shared desktop")) }
        if pane == .companion, view.companion?.mark == .lagging { words.append(tr("poor network")) }
        if pane == .slides, view.slide != nil { words.append(slideTitle) }
        if pane == .terminal { words.append(terminalTitle) }
        return words.filter { !$0.isEmpty }.joined(separator: separator)
    }
}
