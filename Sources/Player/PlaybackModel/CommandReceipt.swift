/// What a sender of a command learns at once.
package struct CommandReceipt: Sendable, Equatable {
    /// Rises with each command of an engine; the command is answered once ``PlaybackSnapshot/answered`` has come to it.
    /// 0 for one that no engine was asked to carry out.
    package let number: Int
    /// Why nothing comes of it; nil: it is in order.
    package let refusal: CallRefusal?

    package init(number: Int, refusal: CallRefusal? = nil) {
        self.number = number
        self.refusal = refusal
    }
}
