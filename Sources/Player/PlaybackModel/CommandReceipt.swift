/// The immediate answer to the sender of a command.
package struct CommandReceipt: Sendable, Equatable {
    /// The command's number, rising within an engine; 0 if no engine received it. Compare
    /// ``PlaybackSnapshot/answered``.
    package let number: Int
    package let refusal: CallRefusal?

    package init(number: Int, refusal: CallRefusal? = nil) {
        self.number = number
        self.refusal = refusal
    }
}
