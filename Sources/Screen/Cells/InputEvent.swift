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
    /// Nobody knows this terminal, and it does not answer: there can be no screen.
    case unanswered
}
