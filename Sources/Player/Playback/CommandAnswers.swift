/// The number up to which the engine has answered all commands, for ``PlaybackSnapshot/answered``.
///
/// A command is answered when the snapshot shows its result. Most are answered at once. A command that seeks is
/// answered when the seek has ended: its picture and sound are out, another item has replaced its own, or it was
/// refused. The number skips no command, so those after a seek wait for it.
struct CommandAnswers: Sendable, Equatable {
    private(set) var answered = 0
    private var last = 0
    private var isWaiting = false

    /// Notes that the command with this number was carried out.
    ///
    /// - Parameter jumps: Whether it has started a seek.
    mutating func add(_ number: Int, jumps: Bool) {
        last = number
        isWaiting = isWaiting || jumps
        if !isWaiting { answered = number }
    }

    /// Notes that no seek is in progress.
    mutating func settle() {
        isWaiting = false
        answered = last
    }
}
