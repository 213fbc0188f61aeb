import ClassRules
import Classes
import PlayCore

struct OwnTerminal: Sendable, Equatable {
    /// `nil` before the tmux pane is chosen.
    var pane: String?
    var share: TerminalShare
    /// `nil` while a capture is in progress or being sent.
    var nextLook: HostTime?
    /// Whether the class has accepted the first update.
    var hasBegun = false
}

/// A pane is captured again only after the class has accepted the last update.
extension LiveMachine {
    /// Between two captures: long enough for reading, and within the limits of the class.
    private static let lookPause = HostTime.milliseconds(300)

    mutating func shareTerminal(_ choice: TerminalChoice) {
        guard terminal == nil else { return tell(.failure(tr("You share a terminal already"))) }
        if let refusal = view.machine.refusalToShare(view.me.id) { return tell(.failure(refusal.words)) }
        terminal = OwnTerminal(pane: choice.pane, share: TerminalShare(user: view.me.id))
        view.sharesTerminal = true
        renew()
        act(.terminal(.look(choice.pane)))
    }

    mutating func endTerminal(at now: HostTime) {
        guard let terminal else { return }
        forgetTerminal()
        if terminal.hasBegun { wish(.endTerminal, at: now) }
    }

    private mutating func forgetTerminal() {
        terminal = nil
        view.sharesTerminal = false
        renew()
    }

    mutating func receive(_ news: TerminalNews, at now: HostTime) {
        guard terminal != nil else { return }
        switch news {
        case .failed(let words):
            endTerminal(at: now)
            tell(.failure(tr("The terminal is not shared: %1", words)))
        case .screen(let screen, let pane):
            terminal?.pane = pane
            let updates = terminal?.share.updates(to: screen) ?? []
            for update in updates { wish(.shareTerminal(update), at: now) }
            if updates.isEmpty { terminal?.nextLook = now + Self.lookPause }
        }
    }

    mutating func shared(_ error: ClassError?, at now: HostTime) {
        guard terminal != nil else { return }
        if let error {
            acts.removeAll { $0.wish.isTerminal }
            endTerminal(at: now)
            return tell(.failure(tr("The terminal is not shared: %1", error.words)))
        }
        terminal?.hasBegun = true
        if !acts.contains(where: \.wish.isTerminal) { terminal?.nextLook = now + Self.lookPause }
    }

    mutating func lookAtTerminal(at now: HostTime) {
        guard let next = terminal?.nextLook, next <= now, stage == .inside else { return }
        terminal?.nextLook = nil
        act(.terminal(.look(terminal?.pane)))
    }

    /// A requested share may have become possible, and the current one may have ended.
    mutating func followTerminal() {
        if let wish = terminalWish, view.machine.refusalToShare(view.me.id) == nil {
            terminalWish = nil
            shareTerminal(wish)
        }
        guard terminal?.hasBegun == true, view.state.terminal.shared?.user != view.me.id else { return }
        forgetTerminal()
        acts.removeAll { $0.wish.isTerminal }
        tell(.failure(tr("Your terminal is no longer shared")))
    }
}

extension ClassWish {
    /// Terminal updates are many, and their success is not reported to the viewer.
    var isTerminal: Bool { if case .shareTerminal = self { true } else { false } }
}
