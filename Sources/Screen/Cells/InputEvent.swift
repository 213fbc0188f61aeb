package import PlayCore

package enum InputEvent: Sendable, Equatable {
    case key(KeyPress)
    case mouse(MouseEvent)
    /// Bracketed paste, without control characters.
    case paste(String)
    /// The size changed, or the program returned to the foreground. The screen must be composed again.
    case resized
    /// A signal requests the end: SIGINT, SIGTERM, SIGQUIT, or SIGHUP (the terminal is gone).
    case terminated(signal: Int32)
    /// The program is about to stop (Ctrl-Z), or another program has taken the terminal.
    case suspending
    case resumed
    /// The terminal became invisible (tmux without a client), or visible again (``attached``).
    case detached
    case attached
    case inputClosed
    /// The terminal is unknown and does not answer: no screen is possible.
    case unanswered
}
