package protocol NetworkByteSource: ByteSource, NetworkLink {
    /// Whether the server declares neither a length nor ranges. Waits for the first response, on the reading thread.
    var isUnbounded: Bool { get }

    /// The server's content type in lower case, unverified. Waits for the first response, on the reading thread.
    var contentType: String? { get }

    /// Asks the server whether an unbounded resource ends here; throws `.truncated` if not. For the reading thread.
    func confirmEnd() throws(ByteSourceError)
}

extension NetworkByteSource {
    package var isUnbounded: Bool { false }
    package var contentType: String? { nil }
    package func confirmEnd() throws(ByteSourceError) {}
}

/// The network connection of the playing item, as the player monitors and controls it. Any thread.
package protocol NetworkLink: AnyObject, Sendable {
    var network: NetworkStatus { get }

    /// Sets whether playback waits for this source. Only while it does are retries counted. After a failure, from the
    /// first call on, the source may wait until the player calls ``reload()``.
    func setAwaited(_ isAwaited: Bool)

    func reload()

    /// Called for a live source, whose media is lost meanwhile.
    func hurry()
}

/// The names that a server gives to its content. Unverified texts.
package struct ServerNames: Sendable, Equatable {
    /// A file name without folders.
    package var file: String?
    package var station: String?
    /// The title that the station is playing; empty if it announces none.
    package var title: String?

    package init() {}
}

package struct NetworkStatus: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case flowing
        case retrying
        /// A request failed. The source waits for ``NetworkLink/reload()``.
        case asking
    }

    package var state: State
    /// While requests were in progress, or `nil` before the first bytes.
    package var bitsPerSecond: Int64?
    /// Includes bytes received twice.
    package var byteCount: Int64
    /// From the disk cache, or `nil` without one.
    package var cachedByteCount: Int64?
    /// The address in use, or `nil` if the resource has only one.
    package var entry: NetworkEntry?
    package var names = ServerNames()
    package var isUnencrypted = false

    package init(
        state: State = .flowing, bitsPerSecond: Int64? = nil, byteCount: Int64 = 0, cachedByteCount: Int64? = nil
    ) {
        self.state = state
        self.bitsPerSecond = bitsPerSecond
        self.byteCount = byteCount
        self.cachedByteCount = cachedByteCount
    }
}
