import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit

extension ClassScreen {
    /// Describes the state of a live class, most urgent first.
    func liveWords(_ glyphs: Glyphs, at now: HostTime) -> [String] {
        guard let live else { return [] }
        let view = live.view
        var words: [String] = []
        switch view.link {
        case .online: break
        case .uncontrolled:
            words.append(tr("class control does not respond"))
            let count = view.openWishes
            if count > 0 { words.append(trn("%1 action waits", "%1 actions wait", count)) }
        case .lost: words.append(tr("connection lost"))
        case .reconnecting: words.append(tr("reconnecting…"))
        }
        switch self.view.delay {
        case .paused(let seconds): words.append(tr("paused for %1", TimeText.format(.seconds(seconds))))
        case .behind(let seconds):
            words.append(tr("%1 behind the class; g-e returns to it", TimeText.format(.seconds(seconds))))
        case nil: break
        }
        // The bar of the raised hand replaces the timer beside the tabs.
        if live.ownRequest != nil, let timer = self.view.timer { words.append(ClassTimer.words(timer)) }
        if view.live.isRecording { words.append(glyphs.head + " " + tr("REC")) }
        words += speakingWords(live, glyphs) + brokenWords(live.own) + ruleWords(view)
        if live.own.sharesScreen { words.append(tr("you share your screen")) }
        if view.sharesTerminal { words.append(tr("you share a terminal")) }
        if !view.live.isInProgress { words.append(waitingWords(view)) }
        if let wait = live.waitForTeacher(at: now) {
            words.append(tr("no teacher, the class ends in %1", TimeText.format(.seconds(Int((wait + 999) / 1000)))))
        }
        if let upload = view.upload {
            let percent = "\(Int((min(max(upload.progress, 0), 1) * 100).rounded()))"
            words.append(tr("sending %1: %2%%", SafeText.clean(upload.name, limit: 40), percent))
        }
        return words
    }

    /// Describes what the viewer sends. The right to speak alone does not count.
    private func speakingWords(_ live: LiveScreen, _ glyphs: Glyphs) -> [String] {
        guard live.own.isOnAir else {
            return live.view.live.speakers[live.view.me.id] == nil ? [] : [tr("you may speak")]
        }
        let size = live.own.size.map { ["\($0.width)×\($0.height)"] } ?? []
        guard live.own.hasSound else { return [([tr("ON AIR")] + size).joined(separator: " ")] }
        if live.own.isSilent {
            let camera = live.own.hasPictures ? [([tr("ON AIR")] + size).joined(separator: " ")] : []
            return camera + [tr("silent: hold Space to talk")]
        }
        return [([tr("ON AIR"), glyphs.level(live.own.level)] + size).joined(separator: " ")]
    }

    /// Names devices that are on but deliver nothing.
    private func brokenWords(_ own: OwnSending) -> [String] {
        (own.broken.contains(.microphone) ? [tr("microphone: reconnecting…")] : [])
            + (own.broken.contains(.camera) ? [tr("camera: reconnecting…")] : [])
            + (own.broken.contains(.screen) ? [tr("screen: reconnecting…")] : [])
    }

    /// Describes the rules for all students, or this student's rights.
    private func ruleWords(_ view: LiveClassView) -> [String] {
        let me = view.me.id
        var words: [String] = []
        if view.leads {
            if view.live.isSoundForbidden { words.append(tr("students muted")) }
            if view.live.isChatForbidden { words.append(tr("chat closed")) }
            if view.live.isLocked { words.append(tr("class locked")) }
            let count = view.machine.waitingCount
            if count > 0 { words.append(trn("%1 waits to enter", "%1 wait to enter", count)) }
            if count == 0, view.live.hasWaitingRoom { words.append(tr("waiting room")) }
        } else {
            if view.machine.isSoundForbidden(for: me) { words.append(tr("muted by the teacher")) }
            if view.machine.refusalToDraw(me) == nil { words.append(tr("you may draw")) }
        }
        return words
    }

    private func waitingWords(_ view: LiveClassView) -> String {
        if view.isTeacher { return tr("class not started: Ctrl+t starts it") }
        return view.hasTeacher ? tr("class not started") : tr("waiting for the teacher")
    }

    /// The number, from 1, of the class's page if this viewer looks at another one.
    var hiddenClassPage: Int? {
        guard live?.view.localPage != nil else { return nil }
        return live?.view.state.documents.page.map { $0.key.page + 1 }
    }
}

extension Glyphs {
    /// - Parameter step: a level from 0 to 10.
    fileprivate func level(_ step: Int) -> String {
        let full = min(max(step, 0), 10)
        return String(repeating: done, count: full) + String(repeating: rest, count: 10 - full)
    }
}

extension CellBuffer {
    /// Writes how to raise a hand, or the number of raised hands, if there is space.
    mutating func writeHandHint(_ live: LiveScreen, _ room: ClassScreen, row: Int) {
        let count = live.view.live.requests.count
        let (text, style): (String, Style)
        if live.view.leads {
            guard count > 0 else { return }
            (text, style) = (trn("%1 raised hand: h", "%1 raised hands: h", count), Theme.warning)
        } else {
            guard live.mayRaiseHand else { return }
            (text, style) = (tr("h raise hand"), Theme.dim)
        }
        let end = ClassTab.all(room, columns: columns).last.map { $0.column + $0.width } ?? 0
        guard columns - 1 - TextWidth.columns(of: text) > end + 1 else { return }
        write(endingAt: columns - 1, text, row: row, style: style)
    }

    /// Writes the state of the viewer's raised hand at the right end of the tabs. It may cover tabs, because its time
    /// is limited. Returns whether the hand is raised.
    mutating func writeOwnHand(_ live: LiveScreen, row: Int, _ glyphs: Glyphs, at now: HostTime) -> Bool {
        guard let request = live.ownRequest else { return false }
        let time = RequestTime(request, at: live.view.clock.time(at: now))
        let place = live.view.live.requests.elements.firstIndex { $0.user == request.user }.map { $0 + 1 } ?? 1
        let raised = glyphs.hand + " " + tr("hand raised, number %1", "\(place)")
        let left = time.leftText.map { [time.bar(10, glyphs), $0] } ?? []
        let text = " " + ([raised] + left + [tr("h lowers it")]).joined(separator: "  ")
        let short = " " + (left.isEmpty ? raised : left.joined(separator: " "))
        let fitted = TextWidth.columns(of: text) < columns - 1 ? text : short
        write(endingAt: columns - 1, fitted, row: row, style: Theme.warning)
        return true
    }
}
