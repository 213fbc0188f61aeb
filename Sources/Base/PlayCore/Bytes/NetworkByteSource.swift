/// Bytes that come over a network.
package protocol NetworkByteSource: ByteSource, NetworkLink {
    /// Whether the server gives neither a length nor ranges: a broadcast, or a file that cannot be told from one. The
    /// reading thread's; waits for the server's first words.
    var isUnbounded: Bool { get }

    /// The kind of the bytes as the server says it, in lower case; `nil` if it says none. Unverified. The reading thread's;
    /// waits for the server's first words.
    var contentType: String? { get }

    /// Asks the server, after the last byte of an unbounded resource, whether that was its end. The reading thread's.
    ///
    /// - Throws: `.truncated` if the server has more to send.
    func confirmEnd() throws(ByteSourceError)
}

extension NetworkByteSource {
    package var isUnbounded: Bool { false }
    package var contentType: String? { nil }
    package func confirmEnd() throws(ByteSourceError) {}
}

/// The network under what plays: what a player may know of it and has to decide. Any thread.
package protocol NetworkLink: AnyObject, Sendable {
    var network: NetworkStatus { get }

    /// Whether playing stands still until this source goes on. Only then failures count; a player that has
    /// something left to play goes on trying. From the first call on there is somebody who answers ``reload()``.
    func setAwaited(_ isAwaited: Bool)

    /// Tries again, at once.
    func reload()
}

/// What a server calls what it sends. Unverified texts.
package struct ServerNames: Sendable, Equatable {
    /// Of the file, without folders.
    package var file: String?
    /// Of an Icecast or SHOUTcast station.
    package var station: String?
    /// What the station plays; empty: it says nothing.
    package var title: String?

    package init() {}
}

/// How a source over a network is doing. A value.
package struct NetworkStatus: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case flowing
        /// A request failed and is made again.
        case retrying
        /// It failed and waits to be told what to do.
        case asking
    }

    package var state: State
    /// What came while something was under way, in bits per second; nil before the first bytes.
    package var bitsPerSecond: Int64?
    /// Bytes that the source got so far, those that it got twice too.
    package var byteCount: Int64
    /// Bytes that came from the disk instead; nil: nothing is kept there.
    package var cachedByteCount: Int64?
    /// Which of a resource's addresses is read from; nil: it has one.
    package var entry: NetworkEntry?
    package var names = ServerNames()
    /// Whether an address of https led to one of http.
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
