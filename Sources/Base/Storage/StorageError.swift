/// The reason why data could not be stored or read. It never ends playback: the player continues without it.
package struct StorageError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// No folder for data: neither `TVPLAY_HOME` nor `XDG_STATE_HOME` nor `HOME` is set, or it cannot be created.
        case noFolder
        /// The file cannot be opened (permissions, a folder of that name). A retry does not help.
        case cannotOpen
        /// The file is damaged, or not a database. It is moved aside and replaced by a new one.
        case damaged
        /// A newer tvplay created the file; it remains unchanged.
        case tooNew
        /// Another process held the file until the timeout. A retry may help.
        case busy
        case full
        case readOnly
        case io
        /// The work was not finished within the caller's limit; it continues.
        case late
        case closed
        /// Any other error: a bug in the program.
        case other
    }

    /// Whether all writing fails, rather than this work alone.
    var keepsFromWriting: Bool {
        switch code {
        case .noFolder, .cannotOpen, .tooNew, .full, .readOnly, .io: true
        case .damaged, .busy, .late, .closed, .other: false
        }
    }

    package let code: Code
    /// The failed operation, in English, for the log: "open", "step", "mkdir".
    package let operation: String
    /// SQLite's extended result code or the system's `errno`, or 0 if there is none.
    package let number: Int32
    package let text: String
    /// Path of the file, or the statement.
    package let context: String

    package init(_ code: Code, operation: String, number: Int32 = 0, text: String = "", context: String = "") {
        self.code = code
        self.operation = operation
        self.number = number
        self.text = text
        self.context = context
    }
}

extension StorageError: CustomStringConvertible {
    package var description: String { "\(operation): \(text) (\(code) \(number)) \(context)" }
}
