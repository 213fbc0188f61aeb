/// Why data could not be stored or read. Playback continues without it.
package struct StorageError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// `TVPLAY_HOME`, `XDG_STATE_HOME` and `HOME` are all unset, or the folder cannot be created.
        case noFolder
        /// The file cannot be opened (permissions, a folder of that name). A retry does not help.
        case cannotOpen
        /// The file is damaged, or not a database. It is moved aside and replaced.
        case damaged
        /// A newer tvplay created the file; it remains unchanged.
        case tooNew
        /// Another process held the file until the timeout. A retry may help.
        case busy
        case full
        case readOnly
        case io
        /// The work exceeded the caller's limit. It continues.
        case late
        case closed
        /// Any other error, caused by a bug in the program.
        case other
    }

    /// Whether all writing fails, not only this work.
    var keepsFromWriting: Bool {
        switch code {
        case .noFolder, .cannotOpen, .tooNew, .full, .readOnly, .io: true
        case .damaged, .busy, .late, .closed, .other: false
        }
    }

    package let code: Code
    /// The failed operation in English, for the log: "open", "step", "mkdir".
    package let operation: String
    /// SQLite's extended result code or the system's `errno`, or 0 if there is none.
    package let number: Int32
    package let text: String
    /// Path of the file, or the SQL statement.
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
