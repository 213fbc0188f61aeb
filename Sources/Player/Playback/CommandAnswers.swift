/// Up to which of the numbered commands the engine has answered, for ``PlaybackSnapshot/answered``. Pure.
///
/// A command is answered when the snapshot shows what became of it. Most are at once. One that jumps is answered when
/// the jump has ended: its picture and sound are out, another item has taken the place of its own, or it was refused.
/// The number never leaves one out, so that those that follow a jump wait for it.
struct CommandAnswers: Sendable, Equatable {
    private(set) var answered = 0
    private var last = 0
    private var isWaiting = false

    /// The command with this number was carried out.
    ///
    /// - Parameter jumps: it has begun a jump.
    mutating func add(_ number: Int, jumps: Bool) {
        last = number
        isWaiting = isWaiting || jumps
        if !isWaiting { answered = number }
    }

    /// No jump is under way.
    mutating func settle() {
        isWaiting = false
        answered = last
    }
}
