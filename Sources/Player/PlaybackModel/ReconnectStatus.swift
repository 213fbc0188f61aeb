package import PlayCore

/// The state of an item that waits for its network.
package struct ReconnectStatus: Sendable, Equatable {
    /// The present or next try, from 1.
    package let number: Int
    package let tries: Int
    /// `nil` if a try is in progress.
    package let nextTry: HostTime?
    /// Unverified text.
    package let reason: String

    package init(number: Int, tries: Int, nextTry: HostTime?, reason: String) {
        self.number = number
        self.tries = tries
        self.nextTry = nextTry
        self.reason = reason
    }
}
