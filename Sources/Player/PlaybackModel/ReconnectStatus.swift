package import PlayCore

/// For the viewer: an item is waiting for its network. A value.
package struct ReconnectStatus: Sendable, Equatable {
    /// Of the try that is under way or comes next, from 1.
    package let number: Int
    package let tries: Int
    /// Nil: it is under way.
    package let nextTry: HostTime?
    /// Why; unverified text.
    package let reason: String

    package init(number: Int, tries: Int, nextTry: HostTime?, reason: String) {
        self.number = number
        self.tries = tries
        self.nextTry = nextTry
        self.reason = reason
    }
}
