package import PlayCore

/// What comes from the terminal or the system to the UI loop.
package enum InputEvent: Sendable, Equatable {
    case key(KeyPress)
    case mouse(MouseEvent)
    /// Bracketed paste; control characters are already taken out.
    case paste(String)
    /// The size changed, or the program came back to the foreground: compose anew.
    case resized
    /// A signal asks to end: SIGINT, SIGTERM, SIGQUIT, or SIGHUP (the terminal is gone).
    case terminated(signal: Int32)
    /// The program is about to stop (Ctrl-Z), or others have taken the terminal; it goes on in the foreground.
    case suspending
    case resumed
    /// Nobody looks at the terminal any more (tmux without a client); somebody does again.
    case detached
    case attached
    /// End of input: the terminal hung up.
    case inputClosed
}

package struct MouseEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case press(Button)
        case release(Button)
        /// Moved while a button is held.
        case drag(Button)
        /// Moved without a button.
        case move
        case wheelUp, wheelDown
    }

    package enum Button: Sendable, Hashable { case left, middle, right, back, forward }

    package var kind: Kind
    /// From 0, left and top.
    package var column: Int
    package var row: Int
    package var modifiers: KeyPress.Modifiers

    package init(_ kind: Kind, column: Int, row: Int, modifiers: KeyPress.Modifiers = []) {
        self.kind = kind
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}
