/// Why something could not be kept or read. It never ends playing: the player goes on without its memory.
package struct StorageError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// There is no folder to keep anything in: neither `TVPLAY_HOME` nor `XDG_STATE_HOME` nor `HOME` is set, or it
        /// cannot be made. Trying again does not help.
        case noFolder
        /// The file cannot be opened (rights, a folder of that name). Trying again does not help.
        case cannotOpen
        /// The file is damaged, or no database. It is moved aside and a new one begins.
        case damaged
        /// A newer tvplay made the file; it is left alone.
        case tooNew
        /// Another process held the file for longer than one waits. Trying again may help.
        case busy
        /// The disk or the quota is full.
        case full
        /// The file may not be written.
        case readOnly
        /// The device or the system failed.
        case io
        /// The work was not done in the time that it was given; it goes on.
        case late
        /// The thread has been closed already.
        case closed
        /// Anything else: a mistake of the program.
        case other
    }

    /// Whether nothing else can be written either, rather than this work alone.
    var keepsFromWriting: Bool {
        switch code {
        case .noFolder, .cannotOpen, .tooNew, .full, .readOnly, .io: true
        case .damaged, .busy, .late, .closed, .other: false
        }
    }

    package let code: Code
    /// What was being done, in English, for the log: "open", "step", "mkdir".
    package let operation: String
    /// SQLite's extended result code or the system's `errno`; 0 when there is none.
    package let number: Int32
    /// The library's or the system's text for it.
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
