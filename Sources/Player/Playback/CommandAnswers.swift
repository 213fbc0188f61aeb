/// The number up to which the engine has answered all commands, for ``PlaybackSnapshot/answered``. A command is
/// answered once the snapshot shows its result. A seek is answered when its picture and sound are shown, when another
/// item replaces its own, or on refusal. Numbers are answered in order, so later commands wait for a seek.
struct CommandAnswers: Sendable, Equatable {
    private(set) var answered = 0
    private var last = 0
    private var isWaiting = false

    /// Notes a command; `jumps` if it has started a seek.
    mutating func add(_ number: Int, jumps: Bool) {
        last = number
        isWaiting = isWaiting || jumps
        if !isWaiting { answered = number }
    }

    mutating func settle() {
        isWaiting = false
        answered = last
    }
}
