/// The immediate answer to the sender of a command.
package struct CommandReceipt: Sendable, Equatable {
    /// The number of the command, rising with each command of an engine. The command is answered once
    /// ``PlaybackSnapshot/answered`` reaches it. 0 if no engine received it.
    package let number: Int
    /// The reason why the command has no effect, or `nil` if it is in order.
    package let refusal: CallRefusal?

    package init(number: Int, refusal: CallRefusal? = nil) {
        self.number = number
        self.refusal = refusal
    }
}
