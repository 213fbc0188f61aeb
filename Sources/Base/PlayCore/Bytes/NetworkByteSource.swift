/// Bytes that arrive over a network.
package protocol NetworkByteSource: ByteSource, NetworkLink {
    /// Whether the server announces neither a length nor ranges. Waits for the first response, on the reading thread.
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

    /// Sets whether playback waits for this source. Retries are counted only while it does; while the player still has
    /// data, the source retries without a count. From the first call on, the source may wait for a decision after a
    /// failure, which the player gives with ``reload()``.
    func setAwaited(_ isAwaited: Bool)

    /// Retries at once.
    func reload()
}

/// The names that a server gives to its content. Unverified texts.
package struct ServerNames: Sendable, Equatable {
    /// The name of the file, without folders.
    package var file: String?
    package var station: String?
    /// The title that the station is playing, empty if it announces none.
    package var title: String?

    package init() {}
}

package struct NetworkStatus: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case flowing
        case retrying
        /// A request failed and the source waits for a decision.
        case asking
    }

    package var state: State
    /// The throughput while requests were in progress, in bits per second, or `nil` before the first bytes.
    package var bitsPerSecond: Int64?
    /// Bytes received so far, including those received twice.
    package var byteCount: Int64
    /// Bytes read from the disk cache instead, or `nil` if there is no cache.
    package var cachedByteCount: Int64?
    /// The address of the resource that is in use, or `nil` if it has only one.
    package var entry: NetworkEntry?
    package var names = ServerNames()
    /// Whether an https address redirected to an http one.
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
