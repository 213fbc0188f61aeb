import ClassRules
import Localization
import PlayCore
import Rooms

/// The terminal that is shared from here. A value.
struct OwnTerminal: Sendable, Equatable {
    /// As tmux names the pane; nil: not chosen yet.
    var pane: String?
    var share: TerminalShare
    /// When it is looked at next; nil: it is being looked at, or what it showed is on its way.
    var nextLook: HostTime?
    /// The class has shown it.
    var hasBegun = false
}

/// Sharing a terminal: one look at a time, and none before the class has what the last one brought.
extension LiveMachine {
    /// Between two looks: calm to read, and within what the class takes.
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

    /// The class has an update, or has refused it.
    mutating func shared(_ error: ClassError?, at now: HostTime) {
        guard terminal != nil else { return }
        if let error {
            acts.removeAll { $0.wish.isTerminal }
            // The class must not go on showing what was there before.
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

    /// The class has changed: what was wished for may be possible, and what is shared may be over.
    mutating func followTerminal() {
        if let wish = terminalWish, view.machine.refusalToShare(view.me.id) == nil {
            terminalWish = nil
            shareTerminal(wish)
        }
        // Somebody else has ended it, or shows another one.
        guard terminal?.hasBegun == true, view.state.terminal.shared?.user != view.me.id else { return }
        forgetTerminal()
        acts.removeAll { $0.wish.isTerminal }
        tell(.failure(tr("Your terminal is no longer shared")))
    }
}

extension ClassWish {
    /// One of many: nobody waits to read that it was fulfilled.
    var isTerminal: Bool { if case .shareTerminal = self { true } else { false } }
}
