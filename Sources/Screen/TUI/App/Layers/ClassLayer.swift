import Cells
import ClassPanes
import ClassRules
import Classes
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
package import SlidePictures

/// The panes of a class. All events pass through if no class is on the screen.
enum ClassPanesLayer: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        let context = state.classContext
        return (state.room?.press(key, context, at: now)).flatMap { state.carryOut($0, at: now) }
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard !state.terminal.isTooSmall else { return nil }
        let context = state.classContext
        return (state.room?.point(event, context, at: now)).flatMap { state.carryOut($0, at: now) }
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        next.note(state.room?.nextLiveStep(after: next.now))
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let room = state.room, let layout = geometry.room else { return }
        let context = state.classContext(geometry)
        canvas.links += canvas.cells.write(room, layout, context, at: now)
        canvas.drawPicture(state, geometry, at: now)
        canvas.cells.writeAward(of: room, context)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .otherItem { state.room?.itemChanged() }
    }
}

/// A part of the class page at its own height. It passes all events while it is closed.
enum ClassLayer<Part: ClassPart>: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool {
        state.room.map { Part.isOpen($0) && Part.takesText($0) } ?? false
    }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        change(&state, at: now) { Part.press(key, in: &$0, $1, at: now) }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        change(&state, at: now) { Part.paste(text, in: &$0, $1, at: now) }
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        change(&state, at: now) { Part.point(event, in: &$0, $1, at: now) }
    }

    private static func change(
        _ state: inout AppState, at now: HostTime,
        _ body: (inout ClassScreen, ClassContext) -> ClassScreen.Consequences?
    ) -> [Effect]? {
        guard var room = state.room, Part.isOpen(room) else { return nil }
        let consequences = body(&room, state.classContext)
        state.room = room
        return consequences.map { state.carryOut($0, at: now) }
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let room = state.room, Part.isOpen(room) else { return }
        Part.draw(room, state.classContext(geometry), on: &canvas.cells, at: now)
    }

    static func foresee(_ state: AppState, _ next: inout NextChange) {
        if let room = state.room, Part.isOpen(room) { next.note(Part.nextChange(room, after: next.now)) }
    }
}

extension AppState {
    var classContext: ClassContext {
        let barKind = bar.layout.kind(paneWidth: terminal.columns)
        return ClassContext(
            terminal, barHeight: bar.visibility == .never ? nil : bar.layout.height(barKind),
            isFullScreen: bar.isFullScreen, hasItem: hasItem, hasFailed: snapshot.status == .failed,
            usesDefaults: userKeys.usesDefaults, hasDanmaku: danmaku.isOn)
    }

    fileprivate func classContext(_ geometry: ScreenGeometry) -> ClassContext {
        var context = classContext
        context.title = StatusScreen.title(self)
        context.messageRow = geometry.messageRow
        return context
    }

    /// The layout of the panes, or `nil` without a class or if the picture has the screen.
    var roomLayout: ClassLayout? { room?.layout(classContext) }

    var showsClassPanes: Bool { room?.hasScreen(classContext) ?? false }

    /// The layout of the panes while they are visible.
    var visibleClassLayout: ClassLayout? {
        background.isUnseen || showsPage || terminal.isTooSmall ? nil : roomLayout
    }

    /// The marquee on the screen. That of the class takes precedence over that of the stream.
    var marqueeInUse: Marquee? { room?.marquee ?? picture.overlays.marquee }

    package var thumbnailWishes: [ThumbnailWish] { room?.thumbnailWishes(classContext) ?? [] }

    // MARK: News

    mutating func show(_ view: ClassView) {
        guard view.number > 0 else {
            room = nil
            return
        }
        var new = room ?? ClassScreen()
        new.show(view, columns: terminal.columns)
        room = new
    }

    /// Applies the newest view of a live class, or `nil` for a recording.
    mutating func show(_ view: LiveClassView?, at now: HostTime) -> [Effect] {
        guard room != nil else { return [] }
        let effects = background.setLiveClass(view != nil, snapshot).flatMap { ask($0) }
        let context = classContext
        return effects + carryOut(room?.show(view, context, at: now) ?? [], at: now)
    }

    mutating func update(_ news: LiveNews, at now: HostTime) -> [Effect] {
        if room == nil, case .addressed = news { return [] }
        var page = room ?? ClassScreen()
        let consequences = page.update(news, classContext)
        if room != nil { room = page }
        return carryOut(consequences, at: now)
    }

    mutating func settleClass(at now: HostTime) -> [Effect] {
        let context = classContext
        return carryOut(room?.settle(context) ?? [], at: now)
    }

    // MARK: Keys

    mutating func perform(_ action: ClassKeyAction, at now: HostTime) -> [Effect] {
        let context = classContext
        return carryOut(room?.perform(action, context, at: now) ?? [], at: now)
    }

    mutating func perform(_ action: LiveKeyAction, at now: HostTime) -> [Effect] {
        let context = classContext
        return carryOut(room?.perform(action, context, at: now) ?? [], at: now)
    }

    func listActionAfterPrefix(for key: KeyPress) -> KeyAction? {
        room?.actionAfterPrefix(for: key, classContext).map(KeyAction.room)
    }

    /// Returns the effects of leaving, or none while the viewer is asked first.
    mutating func leaveClass(orElse leave: (inout AppState) -> [Effect]) -> [Effect] {
        room?.asksToLeave() == true ? [] : leave(&self)
    }

    // MARK: Lists

    func rows(of list: ClassList, at now: HostTime) -> [PanelRow] {
        (room?.rows(of: list, classContext, at: now) ?? []).map { $0.map(PanelChoice.room) }
    }

    /// Handles a key of an open list of the class, or returns `nil` if the key has its usual meaning.
    mutating func press(_ key: KeyPress, in list: ClassList, _ panel: Panel, at now: HostTime) -> [Effect]? {
        guard panel.list.filter == nil else { return nil }
        var choice: ClassChoice?
        if case .room(let selected)? = panel.list.selection { choice = selected }
        return (room?.press(key, in: list, selected: choice, at: now)).flatMap { carryOut($0, at: now) }
    }

    mutating func choose(_ choice: ClassChoice, at now: HostTime) -> [Effect] {
        carryOut(room?.choose(choice, at: now) ?? [], at: now)
    }

    // MARK: Consequences

    mutating func carryOut(_ consequences: ClassScreen.Consequences, at now: HostTime) -> [Effect] {
        carryOut(consequences, of: nil, at: now) { $0.carryOut($1, at: now) }
    }

    private mutating func carryOut(_ order: ClassPageOrder, at now: HostTime) -> [Effect] {
        switch order {
        case .room(let order): return [.room(order)]
        case .live(let order): return [.live(order)]
        case .ownMedia(let order): return [.ownMedia(order)]
        case .slides(let order): return [.slides(order)]
        case .open(let list, let choice):
            let effects = open(PanelKind(list), at: now)
            if let choice, panel?.kind == PanelKind(list) { panel?.list.select(.room(choice)) }
            return effects
        case .closeLists: closePanels(at: now)
        case .seek(let time): return seek(.absolute(time), .exact, at: now)
        case .playPart(let location):
            return list.items.firstIndex { $0.location == location }.map { [.moveTo($0)] } ?? []
        case .cycleScaling: return perform(.cycleScaling, at: now)
        case .togglePause: return perform(.togglePause, at: now)
        case .toggleStatistics: toggleStatistics(at: now)
        case .leaveFullScreen: bar.isFullScreen = false
        case .retry: return [.retry]
        case .ring: return [.ring]
        case .copy(let text): return [.copy(text)]
        case .completePath(let path): return [.library(.complete(path))]
        case .withdraw(let text): messages.removeAll { $0.text == text }
        case .leave: return leave(at: now)
        }
        return []
    }
}

extension PanelKind {
    init(_ list: ClassList) {
        switch list {
        case .links: self = .links
        case .wholeText: self = .wholeText
        case .personActions: self = .personActions
        case .documents: self = .documents
        case .captureDevices: self = .captureDevices
        }
    }

    var classList: ClassList? {
        switch self {
        case .links: .links
        case .wholeText: .wholeText
        case .personActions: .personActions
        case .documents: .documents
        case .captureDevices: .captureDevices
        default: nil
        }
    }
}
