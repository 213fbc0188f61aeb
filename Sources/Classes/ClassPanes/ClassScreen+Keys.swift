import Cells
import Classes
package import PlayCore
import ScreenKit
import SlidePictures

extension ClassScreen {
    /// Follows the newest state of the class, and reports the sizes of the panes if they have changed. The root calls it
    /// after each change.
    package mutating func settle(_ context: ClassContext) -> Consequences {
        var context = context
        var consequences = followSurvey(&context)
        followUnread(context)
        let (terminal, layout) = (context.terminal, layout(context))
        let slides = layout?.place(of: .slides)?.content
        let pane = slides.flatMap { $0.isEmpty ? nil : slidePane($0, terminal) }
        if pane != reportedSlides {
            reportedSlides = pane
            consequences.append(.order(.slides(.showPages(pane))))
        }
        let award = ClassRewards.picturePane(terminal)
        if award != reportedAwards {
            reportedAwards = award
            consequences.append(.order(.slides(.showAwards(award))))
        }
        var slots = slots
        slots.show(shownThumbnails(layout))
        if slots != self.slots {
            self.slots = slots
            consequences.append(.room(.showThumbnails(slots)))
        }
        let count = layout?.place(of: .chat)?.content.height ?? 0
        if count != chat.count || context.hasDanmaku != chat.flies {
            chat.count = count
            chat.flies = context.hasDanmaku
            consequences.append(.room(.showChat(chat)))
        }
        return consequences
    }

    func slidePane(_ rect: Rect, _ terminal: TerminalTraits) -> SlidePane {
        SlidePane(columns: rect.width, rows: rect.height, cellAspect: terminal.cellAspect, fit: slideFit)
    }

    // MARK: Keys

    /// Handles a key of the panes, or returns `nil` for a key of the player.
    package mutating func press(_ key: KeyPress, _ context: ClassContext, at now: HostTime) -> Consequences? {
        if case .failed = view.snapshot.phase, key == KeyPress(.character("r")) {
            // The item may have failed for the same reason.
            return [.room(.reload)] + (context.hasFailed ? [.order(.retry)] : [])
        }
        guard context.usesDefaults, let layout = layout(context) else { return nil }
        // A focused list without a place on the screen gets no keys.
        if !focus.isStage, layout.place(of: focus) == nil {
            leaveList()
            return press(key, context, at: now)
        }
        if view.hasRedPacket, key == KeyPress(.character("r")),
            ClassRewards.prompt(self, layout, context.terminal) != nil
        {
            return [.room(.openRedPacket)]
        }
        if focus == .cameras, let action = ClassKeys.ofStrip[key] { return perform(action, context, at: now) }
        let action = ClassKeys.ofLists[key]
        if focus == .terminal, case .move(let step)? = action {
            scrollTerminal(step, context)
            return []
        }
        if focus == .slides, case .move(.rows(let rows))? = action, scrollSlideText(by: rows, context) { return [] }
        if let live, let consequences = press(key, in: live, context, at: now) { return consequences }
        guard !focus.isStage, let action else { return nil }
        if live != nil, case .move(.pages) = action, !scrolls(layout, context, at: now) { return nil }
        return perform(action, context, at: now)
    }

    /// Returns the action of a key after `g` in the focused list.
    package func actionAfterPrefix(for key: KeyPress, _ context: ClassContext) -> ClassKeyAction? {
        focus.isStage || layout(context) == nil ? nil : ClassKeys.ofListsAfterPrefix[key]
    }

    /// Returns whether the list is longer than its pane. If not, Page Up and Page Down turn the class's pages.
    func scrolls(_ layout: ClassLayout, _ context: ClassContext, at now: HostTime) -> Bool {
        guard focus.isList, let content = layout.place(of: focus)?.content else { return false }
        // Only a window of the chat is loaded, so its lines do not show its length.
        if focus == .chat, (view.snapshot.messages?.content.count ?? 0) > view.chat.lines.count { return true }
        return lines(of: focus, width: content.width, context.glyphs, at: now).lines.count > content.height
    }

    package mutating func perform(
        _ action: ClassKeyAction, _ context: ClassContext, at now: HostTime
    ) -> Consequences {
        switch action {
        case .choose(let pane): return open(pane)
        case .swap: swap()
        case .resize(let step): resize(by: step, context)
        case .zoom: toggleZoom()
        case .moveFocus(let step): moveFocus(step)
        case .reload: return [.room(.reload)]
        case .slideText:
            wantsSlideText = !showsSlideText
            slideScroll = 0
        case .scaling: return focus == .slides ? changeSlideFit() : [.order(.cycleScaling)]
        case .movePart(let step): return movePart(by: step)
        case .moveChat(let seconds): return moveChat(by: seconds)
        case .move(let step): return move(step, context)
        case .go: return goToSelected(at: now)
        case .search:
            if focus != .people { return beginChatSearch() }
            beginPeopleSearch()
        case .person: return filterByPerson()
        case .follow: return followChat()
        case .copy: return copySelected()
        case .links: return openLinks()
        case .allLinks: return [.open(.links)]
        case .wholeText: return openWholeText(selectedWholeText, orSay: tr("Nothing is selected"))
        case .wholeNotice: return openWholeText(noticeWholeText, orSay: tr("The class has no notice"))
        case .leave: return leaveListOrSearch()
        }
        return []
    }

    /// Returns whether the action has an effect now. The page of keys omits others.
    package static func offers(_ action: ClassKeyAction, in screen: ClassScreen?) -> Bool {
        switch action {
        case .choose(let pane): screen?.has(pane) == true
        case .moveChat: screen?.view.isChatOnly == true
        case .slideText, .swap: screen?.has(.slides) == true
        default: true
        }
    }

    private mutating func open(_ pane: ClassPane) -> Consequences {
        guard has(pane) else {
            let name = Self.name(pane)
            let changes = pane == .slides || pane == .quiz || pane == .cameras || pane == .terminal
            return [.say(changes ? tr("%1: nothing to show at this time", name) : tr("%1: not in this class", name))]
        }
        choose(pane)
        // Opening the quiz pane also shows the timer's name again.
        return pane == .quiz && shownSide == .quiz && view.timer != nil ? [.room(.callTimer)] : []
    }

    /// Selects the next fit of slides. Stretched pages are offered only in live classes.
    private mutating func changeSlideFit() -> Consequences {
        let fits = SlideFit.allCases.filter { $0 != .stretched || live != nil }
        let place = fits.firstIndex(of: slideFit) ?? 0
        slideFit = fits[(place + 1) % fits.count]
        let words =
            switch slideFit {
            case .whole: tr("Slides: whole pages")
            case .filling: tr("Slides: fill the pane")
            case .stretched: tr("Slides: stretched to the pane")
            }
        return [.say(words)]
    }

    private mutating func resize(by step: Int, _ context: ClassContext) {
        guard let layout = layout(context) else { return }
        let columns = context.terminal.columns
        let current = layout.separator.map { columns - $0 - 1 } ?? layout.panes.last?.rect.height ?? 0
        split = min(max(current + step, 3), columns - ClassLayout.leastSide)
    }

    private func moveChat(by seconds: Int) -> Consequences {
        guard view.isChatOnly else { return [] }
        let offset = view.offset + .seconds(seconds)
        return [
            .say(tr("Chat delay: %1 s", "\(offset.wholeSeconds)")), .room(.moveChat(.seconds(seconds))),
        ]
    }

    // MARK: Lists

    mutating func move(_ step: ClassKeyAction.Step, _ context: ClassContext) -> Consequences {
        guard let height = layout(context)?.place(of: focus)?.content.height else { return [] }
        let count = itemCount(focus)
        guard count > 0 else { return [] }
        if step == .first, focus == .chat {
            chat.place = ChatPosition(slice: 0, offset: 0)
            return showChat()
        }
        if step == .last, focus == .chat, view.chat.search != nil {
            chat.place = ChatPosition(slice: .max, offset: 0)
            return showChat()
        }
        let old = selected(focus)
        let new =
            switch step {
            case .rows(let rows): old.map { $0 + rows } ?? (rows < 0 ? count - 1 : 0)
            case .pages(let pages): (old ?? (focus == .chat ? count - 1 : 0)) + pages * max(1, height / 2)
            case .first: 0
            case .last: count - 1
            }
        return select(new, of: count)
    }

    mutating func select(_ wanted: Int, of count: Int) -> Consequences {
        let place = min(max(0, wanted), count - 1)
        if focus == .cameras {
            selectThumbnail(place)
            return []
        }
        guard focus == .chat else {
            places[focus] = place
            return []
        }
        // Moving below the newest line returns to following the chat.
        if wanted >= count, view.chat.newerCount == 0, view.chat.search == nil { return followChat() }
        chat.place = view.chat.lines[place].position
        return showChat()
    }

    func showChat() -> Consequences { [.room(.showChat(chat))] }

    private mutating func followChat() -> Consequences {
        guard focus == .chat else { return [] }
        chat.place = nil
        return showChat()
    }

    private mutating func leaveListOrSearch() -> Consequences {
        if zoomed != nil {
            zoomed = nil
            return []
        }
        if focus == .chat, chat.query != ChatQuery() {
            endQuery()
            return showChat()
        }
        if focus == .people, peopleQuery != nil {
            findPeople("")
            return []
        }
        leaveList()
        return []
    }

    mutating func goToSelected(at now: HostTime) -> Consequences {
        if let consequences = goInLiveClass(at: now) { return consequences }
        guard let item = selected(focus) else { return [] }
        if focus == .people { return showVideoOfSelected() }
        if focus == .cameras { return showSelectedThumbnail() }
        if focus == .parts {
            places[.parts] = nil
            return goToPart(item)
        }
        guard let time = time(of: item, in: focus) else { return [] }
        places[.outline] = nil
        return [.order(.seek(to: max(.zero, time + view.offset)))]
    }

    /// Shows only lines of the selected person, or of the selected line's author; pressed again, all lines.
    private mutating func filterByPerson() -> Consequences {
        if focus == .chat, chat.query.author != nil {
            chat.query.author = nil
            chat.place = nil
            return showChat()
        }
        let item = selected(focus)
        let author: ClassUser?
        switch focus {
        case .chat: author = (item ?? view.chat.lines.indices.last).flatMap { view.chat.lines[$0].message.author }
        case .people: author = item.flatMap { person(at: $0)?.user }
        default: author = nil
        }
        guard let author, has(.chat) else { return [] }
        showLines(of: author)
        return showChat()
    }
}
