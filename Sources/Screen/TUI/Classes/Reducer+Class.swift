import Cells
import Classes
import PlayCore
import PlaybackModel
import SlidePictures

extension AppState {
    mutating func show(_ view: ClassView) {
        guard view.number > 0 else {
            room = nil
            chatSearch = nil
            peopleSearch = nil
            isWriting = false
            return
        }
        var new = room ?? ClassScreen()
        let location = new.view.location
        new.show(view, columns: terminal.columns)
        if location != new.view.location {
            chatSearch = nil
            peopleSearch = nil
            isWriting = false
        }
        room = new
    }

    /// Reports the space of the panes if it has changed.
    mutating func reportClassPanes() -> [Effect] {
        followSurvey()
        followUnread()
        guard var room else { return [] }
        var effects: [Effect] = []
        let layout = roomLayout
        let slides = layout?.place(of: .slides)?.content
        let pane = slides.flatMap { rect in
            rect.isEmpty
                ? nil
                : SlidePane(
                    columns: rect.width, rows: rect.height, cellAspect: terminal.cellAspect, fit: room.slideFit)
        }
        if pane != room.reportedSlides {
            room.reportedSlides = pane
            effects.append(.slides(.showPages(pane)))
        }
        let award = ClassRewards.picturePane(terminal)
        if award != room.reportedAwards {
            room.reportedAwards = award
            effects.append(.slides(.showAwards(award)))
        }
        var slots = room.slots
        slots.show(room.shownThumbnails(layout))
        if slots != room.slots {
            room.slots = slots
            effects.append(.room(.showThumbnails(slots)))
        }
        let count = layout?.place(of: .chat)?.content.height ?? 0
        if count != room.chat.count || danmaku.isOn != room.chat.flies {
            room.chat.count = count
            room.chat.flies = danmaku.isOn
            effects.append(.room(.showChat(room.chat)))
        }
        self.room = room
        return effects
    }

    // MARK: Keys

    /// Returns `nil` for the player's keys.
    mutating func pressInClass(_ key: KeyPress, at now: HostTime) -> [Effect]? {
        guard let room else { return nil }
        if case .failed = room.view.snapshot.phase, key == KeyPress(.character("r")) {
            // The item may have failed for the same reason.
            return [.room(.reload)] + (snapshot.status == .failed ? [.retry] : [])
        }
        guard userKeys.usesDefaults, let layout = roomLayout else { return nil }
        // A pane without a place has no keys.
        if !room.focus.isStage, layout.place(of: room.focus) == nil {
            self.room?.leaveList()
            return pressInClass(key, at: now)
        }
        if room.view.hasRedPacket, key == KeyPress(.character("r")), ClassRewards.prompt(room, layout, terminal) != nil
        {
            return [.room(.openRedPacket)]
        }
        if room.focus == .cameras, case .room(let action)? = Keymap.roomStrip.action(for: key) {
            return perform(action, at: now)
        }
        if room.focus == .terminal, case .room(.move(let step))? = Keymap.roomLists.action(for: key) {
            return scrollTerminal(step)
        }
        if room.focus == .slides, case .room(.move(.rows(let rows)))? = Keymap.roomLists.action(for: key),
            let effects = scrollSlideText(by: rows)
        {
            return effects
        }
        if room.live != nil, let effects = pressInLiveList(key, room, at: now) { return effects }
        if !room.focus.isStage, case .room(let action)? = Keymap.roomLists.action(for: key) {
            if room.live != nil, case .move(.pages) = action, !scrolls(room, layout, at: now) { return nil }
            return perform(action, at: now)
        }
        return nil
    }

    /// Returns the action of a key after `g` in the focused list of a class.
    func listActionAfterPrefix(for key: KeyPress) -> KeyAction? {
        guard let room, roomLayout != nil, !room.focus.isStage else { return nil }
        return Keymap.roomLists.actionAfterPrefix(for: key)
    }

    /// Returns whether the list is longer than its pane; otherwise the keys of pages belong to the class.
    func scrolls(_ room: ClassScreen, _ layout: ClassLayout, at now: HostTime) -> Bool {
        guard room.focus.isList, let content = layout.place(of: room.focus)?.content else { return false }
        // The chat is shown in windows.
        if room.focus == .chat, (room.view.snapshot.messages?.content.count ?? 0) > room.view.chat.lines.count {
            return true
        }
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        return room.lines(of: room.focus, width: content.width, glyphs, at: now).lines.count > content.height
    }

    mutating func perform(_ action: ClassKeyAction, at now: HostTime) -> [Effect] {
        switch action {
        case .choose(let pane): return choose(pane, at: now)
        case .swap: room?.swap()
        case .resize(let step): resizeClassPanes(by: step)
        case .zoom: room?.toggleZoom()
        case .moveFocus(let step): room?.moveFocus(step)
        case .reload: return [.room(.reload)]
        case .slideText:
            let isPicture = room?.showsSlideText == false
            room?.wantsSlideText = isPicture
            room?.slideScroll = 0
        case .scaling:
            guard room?.focus == .slides else { return perform(.cycleScaling, at: now) }
            changeSlideFit(at: now)
        case .movePart(let step): return movePart(by: step, at: now)
        case .moveChat(let seconds): return moveChat(by: seconds, at: now)
        case .move(let step): return moveInClass(step)
        case .go: return goToSelected(at: now)
        case .search: if room?.focus == .people { beginPeopleSearch() } else { beginChatSearch(at: now) }
        case .person: return filterByPerson()
        case .follow: return followChat()
        case .copy: return copySelected(at: now)
        case .links: return openLinks(at: now)
        case .wholeText: return openWholeText(room?.selectedWholeText, orSay: tr("Nothing is selected"), at: now)
        case .wholeNotice: return openWholeText(room?.noticeWholeText, orSay: tr("No notice at the moment"), at: now)
        case .leave: return leaveClassList()
        }
        return []
    }

    private mutating func choose(_ pane: ClassPane, at now: HostTime) -> [Effect] {
        guard room?.has(pane) == true else {
            let name = ClassScreen.name(pane)
            let changes = pane == .slides || pane == .quiz || pane == .cameras || pane == .terminal
            message = Message(
                changes ? tr("%1: nothing to show at this time", name) : tr("%1: not in this class", name), at: now)
            return []
        }
        room?.choose(pane)
        // The timer is requested again when its pane opens.
        return pane == .quiz && room?.shownSide == .quiz && room?.view.timer != nil ? [.room(.callTimer)] : []
    }

    /// Offers two fits for recordings, a third for live classes.
    private mutating func changeSlideFit(at now: HostTime) {
        guard let room else { return }
        let fits = SlideFit.allCases.filter { $0 != .stretched || room.live != nil }
        let place = fits.firstIndex(of: room.slideFit) ?? 0
        let fit = fits[(place + 1) % fits.count]
        self.room?.slideFit = fit
        let words =
            switch fit {
            case .whole: tr("Slides: whole pages")
            case .filling: tr("Slides: fill the pane")
            case .stretched: tr("Slides: stretched to the pane")
            }
        message = Message(words, at: now)
    }

    private mutating func resizeClassPanes(by step: Int) {
        guard let layout = roomLayout else { return }
        let current =
            layout.separator.map { terminal.columns - $0 - 1 } ?? layout.panes.last?.rect.height ?? 0
        let split = min(max(current + step, 3), terminal.columns - ClassLayout.leastSide)
        room?.split = split
    }

    private mutating func moveChat(by seconds: Int, at now: HostTime) -> [Effect] {
        guard let room, room.view.isChatOnly else { return [] }
        let offset = room.view.offset + .seconds(seconds)
        message = Message(tr("Chat delay: %1 s", "\(offset.wholeSeconds)"), at: now)
        return [.room(.moveChat(.seconds(seconds)))]
    }

    // MARK: Lists

    private mutating func moveInClass(_ step: ClassKeyAction.Step) -> [Effect] {
        guard let room, let height = roomLayout?.place(of: room.focus)?.content.height else { return [] }
        let count = room.itemCount(room.focus)
        guard count > 0 else { return [] }
        if step == .first, room.focus == .chat {
            self.room?.chat.place = ChatPosition(slice: 0, offset: 0)
            return showChat()
        }
        if step == .last, room.focus == .chat, room.view.chat.search != nil {
            self.room?.chat.place = ChatPosition(slice: .max, offset: 0)
            return showChat()
        }
        let old = room.selected(room.focus)
        let new: Int
        switch step {
        case .rows(let rows): new = old.map { $0 + rows } ?? (rows < 0 ? count - 1 : 0)
        case .pages(let pages): new = (old ?? (room.focus == .chat ? count - 1 : 0)) + pages * max(1, height / 2)
        case .first: new = 0
        case .last: new = count - 1
        }
        return select(new, of: count)
    }

    private mutating func select(_ wanted: Int, of count: Int) -> [Effect] {
        guard let room else { return [] }
        let place = min(max(0, wanted), count - 1)
        if room.focus == .cameras {
            self.room?.selectThumbnail(place)
            return []
        }
        guard room.focus == .chat else {
            self.room?.places[room.focus] = place
            return []
        }
        // A move below the newest line follows the chat again.
        if wanted >= count, room.view.chat.newerCount == 0, room.view.chat.search == nil { return followChat() }
        self.room?.chat.place = room.view.chat.lines[place].position
        return showChat()
    }

    mutating func showChat() -> [Effect] { room.map { [.room(.showChat($0.chat))] } ?? [] }

    private mutating func followChat() -> [Effect] {
        guard room?.focus == .chat else { return [] }
        room?.chat.place = nil
        return showChat()
    }

    private mutating func leaveClassList() -> [Effect] {
        if room?.zoomed != nil {
            room?.zoomed = nil
            return []
        }
        if room?.focus == .chat, room?.chat.query != ChatQuery() {
            room?.endQuery()
            return showChat()
        }
        if room?.focus == .people, room?.peopleQuery != nil {
            room?.findPeople("")
            return []
        }
        room?.leaveList()
        return []
    }

    private mutating func goToSelected(at now: HostTime) -> [Effect] {
        if let effects = goInLiveClass(at: now) { return effects }
        guard let room, let item = room.selected(room.focus) else { return [] }
        if room.focus == .people { return showVideoOfSelected(at: now) }
        if room.focus == .cameras { return showSelectedThumbnail() }
        if room.focus == .parts {
            self.room?.places[.parts] = nil
            return goToPart(item, at: now)
        }
        guard let time = room.time(of: item, in: room.focus) else { return [] }
        self.room?.places[.outline] = nil
        return seek(.absolute(max(.zero, time + room.view.offset)), .exact, at: now)
    }

    // MARK: Searching

    /// Shows only the lines of the selected line's author, or of the selected person; a second time, all lines.
    private mutating func filterByPerson() -> [Effect] {
        guard let room else { return [] }
        if room.focus == .chat, room.chat.query.author != nil {
            self.room?.chat.query.author = nil
            self.room?.chat.place = nil
            return showChat()
        }
        let item = room.selected(room.focus)
        let author: ClassUser?
        switch room.focus {
        case .chat:
            author = (item ?? room.view.chat.lines.indices.last).flatMap { room.view.chat.lines[$0].message.author }
        case .people:
            author = item.flatMap { room.person(at: $0)?.user }
        default: author = nil
        }
        guard let author, room.has(.chat) else { return [] }
        self.room?.showLines(of: author)
        return showChat()
    }

    // MARK: The mouse

    /// Returns `nil` for the player's events.
    mutating func pointInClass(_ event: MouseEvent, at now: HostTime) -> [Effect]? {
        guard let room, let layout = roomLayout else { return nil }
        if room.isResizing {
            switch event.kind {
            case .drag(.left):
                let split = max(ClassLayout.leastSide, terminal.columns - event.column - 1)
                self.room?.split = split
                return []
            default: self.room?.isResizing = false
            }
            return []
        }
        if event.kind == .press(.left), event.column == layout.separator, event.row < layout.tabs {
            self.room?.isResizing = true
            return []
        }
        if event.kind == .press(.left), event.row == layout.tabs {
            if let prompt = ClassRewards.prompt(room, layout, terminal), event.column >= prompt.column {
                return [.room(.openRedPacket)]
            }
            let tab = ClassTab.all(room, columns: terminal.columns).first {
                event.column >= $0.column && event.column < $0.column + $0.width
            }
            return tab.map { choose($0.pane, at: now) } ?? []
        }
        guard let placed = layout.pane(column: event.column, row: event.row) else { return nil }
        return point(event, in: placed, at: now)
    }

    private mutating func point(_ event: MouseEvent, in placed: ClassLayout.Placed, at now: HostTime) -> [Effect]? {
        switch event.kind {
        case .press(.left) where placed.pane != .chat && isWriting:
            isWriting = false
            return point(event, in: placed, at: now)
        case .press(.left) where !placed.content.contains(column: event.column, row: event.row):
            room?.focus = placed.pane
            guard placed.hasHeader, let address = room?.noticeLinks.first else { return [] }
            return openLinks(at: now, selecting: address)
        case .press(.left) where placed.pane != .video:
            room?.focus = placed.pane
            if placed.pane == .cameras, let layout = roomLayout {
                return clickThumbnail(column: event.column, row: event.row, layout)
            }
            return clickItem(event, in: placed, at: now)
        case .wheelUp where placed.pane == .terminal, .wheelDown where placed.pane == .terminal:
            room?.focus = .terminal
            return scrollTerminal(.rows(event.kind == .wheelUp ? -3 : 3))
        case .wheelUp where placed.pane == .slides, .wheelDown where placed.pane == .slides:
            return scrollSlideText(by: event.kind == .wheelUp ? -3 : 3) ?? []
        case .wheelUp where !placed.pane.isStage, .wheelDown where !placed.pane.isStage:
            room?.focus = placed.pane
            let rows = placed.pane == .cameras ? 1 : 3
            return moveInClass(.rows(event.kind == .wheelUp ? -rows : rows))
        case .press(.right) where placed.pane == .people && room?.live != nil:
            room?.focus = placed.pane
            guard let item = clickedItem(event, in: placed, at: now) else { return [] }
            return select(item, of: room?.itemCount(.people) ?? 0) + openPersonActions(at: now)
        default: return placed.pane == .video ? nil : event.kind == .press(.right) ? nil : []
        }
    }

    /// Returns `nil` if all of the slide's text is visible, or its picture.
    private mutating func scrollSlideText(by rows: Int) -> [Effect]? {
        guard let room, room.showsSlideText || room.view.slide?.isWordsOnly == true,
            let content = roomLayout?.place(of: .slides)?.content
        else { return nil }
        let hidden = room.slideLines(width: content.width).count - content.height
        guard hidden > 0 else { return nil }
        self.room?.slideScroll = min(max(0, room.slideScroll + rows), hidden)
        return []
    }

    private func clickedItem(_ event: MouseEvent, in placed: ClassLayout.Placed, at now: HostTime) -> Int? {
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        return room?.lines(of: placed.pane, width: placed.content.width, glyphs, at: now)
            .item(atRow: event.row - placed.content.row, height: listRect(of: placed).height)
    }

    /// Selects a row at the first click, opens it at the second.
    private mutating func clickItem(_ event: MouseEvent, in placed: ClassLayout.Placed, at now: HostTime) -> [Effect] {
        guard let room else { return [] }
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        var content = listRect(of: placed)
        if placed.pane == .chat {
            let rows = ChatPaneRows(self, room, in: content)
            if event.row == rows.input { return beginWriting(at: now) }
            content = rows.list
            guard content.contains(column: event.column, row: event.row) else { return [] }
        }
        let lines = room.lines(of: placed.pane, width: content.width, glyphs, at: now)
        let (column, row) = (event.column - content.column, event.row - content.row)
        if let address = lines.link(column: column, row: row, height: content.height) {
            return openLinks(at: now, selecting: address)
        }
        guard let item = lines.item(atRow: row, height: content.height) else { return [] }
        if item == room.selected(placed.pane) { return goToSelected(at: now) }
        return select(item, of: room.itemCount(placed.pane))
    }
}
