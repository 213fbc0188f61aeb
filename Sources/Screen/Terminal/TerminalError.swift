package struct TerminalError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// The process has no terminal, and a retry cannot help.
        case noTerminal
        /// `TERM` names a terminal that cannot place a cursor. Context: the name.
        case termTooSimple
        /// `TERM` names a terminal that terminfo does not know. Context: the name.
        case termUnknown
        /// `TERM` is unknown, and the terminal does not answer. Context: the name, empty where `TERM` is not set.
        case termSilent
        /// A system call failed. Context: the opened or set object.
        case system
    }

    package let code: Code
    package let operation: String
    /// `errno`, or 0.
    package let number: Int32
    package let context: String

    package init(_ code: Code, operation: String, number: Int32 = 0, context: String = "") {
        self.code = code
        self.operation = operation
        self.number = number
        self.context = context
    }

    package var description: String {
        "\(operation): \(code)" + (context.isEmpty ? "" : " (\(context))") + (number == 0 ? "" : ", error \(number)")
    }
}
