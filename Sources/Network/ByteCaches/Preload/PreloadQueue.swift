package import PlayCore

/// What is loaded ahead, in which order, and when. A value: it starts nothing itself.
package struct PreloadQueue: Sendable {
    /// A resource to be loaded ahead.
    package struct Request: Sendable, Equatable {
        /// Address; text from outside. A second request for the same one raises the amount of the first.
        package let address: String
        /// How much of it, in time from its start.
        package var amount: MediaTime

        package init(address: String, amount: MediaTime) {
            self.address = address
            self.amount = amount
        }
    }

    /// Told once for each request.
    package enum Event: Sendable, Equatable {
        case completed(String)
        case failed(String, ByteSourceError)
        case cancelled(String)
    }

    /// What plays meanwhile.
    package enum Playing: Sendable, Equatable {
        case nothing
        /// Opened, and not prepared yet: both would walk the same files.
        case preparing
        /// - Parameter isComfortable: its buffer has reached the upper threshold.
        case prepared(isComfortable: Bool)
    }

    /// Requests that wait; more are refused: nobody watches so many videos next.
    package static let limit = 64

    /// `preload.balance`.
    package var isBalanced = true
    package var playing = Playing.nothing
    package private(set) var waiting: [Request] = []
    /// Under way, one at a time: it may take the line only from what nobody watches yet.
    package private(set) var current: Request?

    package init() {}

    /// - Returns: false when there is no space.
    package mutating func add(_ request: Request) -> Bool {
        if current?.address == request.address {
            // What is under way ends where it was to; more of it comes afterwards.
            guard let current, request.amount > current.amount else { return true }
        }
        if let index = waiting.firstIndex(where: { $0.address == request.address }) {
            waiting[index].amount = max(waiting[index].amount, request.amount)
            return true
        }
        guard waiting.count < Self.limit else { return false }
        waiting.append(request)
        return true
    }

    /// Whether a request may begin.
    package var admits: Bool {
        switch playing {
        case .nothing: true
        case .preparing: false
        case .prepared(let isComfortable): isComfortable || !isBalanced
        }
    }

    /// The request to begin with now; nil: none.
    package mutating func next() -> Request? {
        guard current == nil, admits, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// What is under way came to its end; nil: it was cancelled before, which was told then.
    ///
    /// - Parameter error: nil: it is there.
    package mutating func finished(_ error: ByteSourceError?) -> Event? {
        guard let request = current else { return nil }
        current = nil
        guard let error else { return .completed(request.address) }
        return error.code == .cancelled ? .cancelled(request.address) : .failed(request.address, error)
    }

    /// What is to be done about cancelling.
    package enum Cancelling: Equatable {
        /// It had not begun.
        case done(Event)
        /// The one under way has to be ended; ``finished(_:)`` then says so.
        case interrupt
        case unknown
    }

    package mutating func cancel(_ address: String) -> Cancelling {
        if let index = waiting.firstIndex(where: { $0.address == address }) {
            waiting.remove(at: index)
            if current?.address != address { return .done(.cancelled(address)) }
        }
        return current?.address == address ? .interrupt : .unknown
    }
}

/// How many bytes a time of a resource is. Pure.
package enum PreloadExtent {
    /// Where neither the duration nor the bit rate is known: 1080p as services send it.
    static let assumedBitRate: Int64 = 5_000_000
    /// What containers say of themselves before the first picture is mostly less than this.
    static let header: Int64 = 256 << 10

    /// Bytes from the start of the resource that hold `amount` of it, its header included.
    ///
    /// - Parameters:
    ///   - size: of the resource; nil: unknown.
    ///   - duration: nil: unknown.
    package static func bytes(of amount: MediaTime, size: Int64?, duration: MediaTime?) -> Int64 {
        let seconds = max(0, amount.inSeconds)
        var rate = Double(assumedBitRate) / 8
        if let size, let duration, duration > .zero { rate = Double(size) / duration.inSeconds }
        let bytes = Int64(min(seconds * rate, Double(1 << 50))) + header
        return min(bytes, size ?? .max)
    }
}
