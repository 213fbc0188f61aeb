/// Why a sound device could not be opened or used. It never ends playing: the sink goes on with the host's clock.
package struct AudioError: Error, Sendable, Equatable {
    package enum Code: Sendable, Equatable {
        /// No such device, or its configuration is broken. Trying again does not help until the system changes.
        case noDevice
        /// Another program holds it. Trying again may help.
        case busy
        /// It takes none of our formats. Trying again does not help.
        case noFormat
        /// It was open and failed: unplugged, the server ended. Trying again may help.
        case lost
        /// Nobody listens elsewhere, or no more. One may come.
        case unheard
        /// Who answers there is no listener that can be believed. Trying again does not help; another one may come.
        case faithless

        /// Whether playing goes on silently until a listener comes.
        var awaitsListener: Bool { self == .unheard || self == .faithless }
    }

    package let code: Code
    /// The library's function or what was being done, in English, for the log.
    package let operation: String
    /// The library's number (a negative `errno`), or 0.
    package let number: Int32
    /// The library's text for the number.
    package let text: String
    /// Name of the device.
    package let context: String

    package init(_ code: Code, operation: String, number: Int32 = 0, text: String, context: String) {
        self.code = code
        self.operation = operation
        self.number = number
        self.text = text
        self.context = context
    }
}
