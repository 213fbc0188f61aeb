/// A failure to open or use a sound device. Playback continues silently with the host's clock.
package struct AudioError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// No such device, or its configuration is broken. A retry does not help until the system changes.
        case noDevice
        /// Another program uses it. A retry may help.
        case busy
        /// It accepts none of our formats. A retry does not help.
        case noFormat
        /// It failed after opening: unplugged, or the server ended. A retry may help.
        case lost
        /// No remote listener is connected, or the last one left. Another may connect.
        case unheard
        /// The listener's reports are implausible. A retry does not help, but another listener may connect.
        case faithless

        var awaitsListener: Bool { self == .unheard || self == .faithless }
    }

    package let code: Code
    /// The library's function or the attempted operation, in English.
    package let operation: String
    /// The library's number (a negative `errno`), or 0.
    package let number: Int32
    package let text: String
    package let context: String

    package init(_ code: Code, operation: String, number: Int32 = 0, text: String, context: String) {
        self.code = code
        self.operation = operation
        self.number = number
        self.text = text
        self.context = context
    }
}
