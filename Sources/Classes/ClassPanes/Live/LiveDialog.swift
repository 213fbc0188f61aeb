package import Cells
package import ClassRules
import Classes
package import PlayCore
import ScreenKit

/// A question from the class: to continue loading, to sign in, to reconnect, to speak. It disappears when the class
/// withdraws it. An open text field keeps the focus.
package enum LiveDialog: Equatable {
    case suspended(ClassLoading.Step, ClassLoading.Suspension)
    /// The instructions for signing in.
    case signIn(String)
    /// The class reconnects by itself at this time.
    case reconnect(until: HostTime)
    /// Invited to speak; the sender's name is unverified.
    case invited(by: String)

    init?(_ live: LiveScreen) {
        if let loading = live.view.loading, let suspension = loading.suspension {
            self = .suspended(loading.step, suspension)
        } else if let signIn = live.view.loading?.signIn {
            self = .signIn(signIn.words)
        } else if case .lost(let question?) = live.view.link {
            self = .reconnect(until: question)
        } else if let invitation = live.view.live.invitations[live.view.me.id] {
            let user = live.view.state.users.list[invitation.by]?.user
            self = .invited(by: ChatLines.name(user))
        } else {
            return nil
        }
    }

    var title: String {
        switch self {
        case .suspended: tr("Entering the class")
        case .signIn: tr("Signing in")
        case .reconnect: tr("Connection lost")
        case .invited: tr("Invitation")
        }
    }

    func text(at now: HostTime) -> String {
        switch self {
        case .suspended(_, let suspension):
            switch suspension.reason {
            case .meteredLine: return tr("This connection may be charged by volume. Continue?")
            case .failed(let reason), .waiting(let reason): return SafeText.clean(reason, limit: 300)
            }
        case .signIn(let words): return words
        case .reconnect(let until):
            let seconds = max(0, Int((until - now).inSeconds.rounded(.up)))
            return trn("Reconnecting in %1 second", "Reconnecting in %1 seconds", seconds)
        case .invited(let name): return tr("%1 invites you to speak", name)
        }
    }

    var hint: String {
        switch self {
        case .suspended(_, let suspension):
            switch suspension.reason {
            case .meteredLine: tr("Enter continue, Esc leave")
            case .failed: tr("Enter retry, Esc leave")
            case .waiting: tr("Esc leave")
            }
        case .signIn: tr("Esc leave")
        case .reconnect: tr("Enter reconnect now, Esc leave")
        case .invited: tr("y speak, n refuse")
        }
    }

    func answer(_ key: KeyPress) -> LiveOrder? {
        switch (self, key) {
        case (.suspended(_, let suspension), KeyPress(.enter)): suspension.isWaiting ? nil : .continueLoading(true)
        case (.suspended, KeyPress(.escape)), (.suspended, KeyPress(.character("q"))): .continueLoading(false)
        case (.signIn, KeyPress(.escape)), (.signIn, KeyPress(.character("q"))): .leave
        case (.reconnect, KeyPress(.enter)), (.reconnect, KeyPress(.character("y"))): .reconnect(true)
        case (.reconnect, KeyPress(.escape)), (.reconnect, KeyPress(.character("n"))): .reconnect(false)
        case (.invited, KeyPress(.character("y"))): .wish(.answerInvitation(true))
        case (.invited, KeyPress(.character("n"))): .wish(.answerInvitation(false))
        default: nil
        }
    }
}

extension LiveDialog: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.live.flatMap { LiveDialog($0) } != nil }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.live.flatMap { LiveDialog($0) }?.answer(key).map { [.live($0)] }
    }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {
        guard let dialog = screen.live.flatMap({ LiveDialog($0) }) else { return }
        let (terminal, glyphs) = (context.terminal, context.glyphs)
        let most = min(60, terminal.columns - 4)
        guard most > 8 else { return }
        let lines = LineBreaking.lines(dialog.text(at: now), width: most - 4)
        let widest = (lines + [dialog.hint]).map { TextWidth.columns(of: $0) }.max() ?? 0
        let width = min(most, max(widest, TextWidth.columns(of: dialog.title) + 2) + 4)
        let height = min(lines.count + 4, terminal.rows)
        let rect = Rect(
            column: (terminal.columns - width) / 2, row: max(0, (terminal.rows - height) / 2), width: width,
            height: height)
        canvas.box(rect, title: dialog.title, hint: "", glyphs)
        for (offset, line) in lines.prefix(max(0, height - 4)).enumerated() {
            canvas.write(glyphs.fitted(line, width - 4), column: rect.column + 2, row: rect.row + 1 + offset)
        }
        canvas.write(
            glyphs.fitted(dialog.hint, width - 4), column: rect.column + 2, row: rect.row + height - 2,
            style: Theme.accent)
    }
}
