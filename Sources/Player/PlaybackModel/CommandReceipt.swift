package struct CommandReceipt: Sendable, Equatable {
    /// The number of the command, rising within an engine (``PlaybackSnapshot/answered``); 0 if no engine received it.
    package let number: Int
    package let refusal: CallRefusal?

    package init(number: Int, refusal: CallRefusal? = nil) {
        self.number = number
        self.refusal = refusal
    }
}
