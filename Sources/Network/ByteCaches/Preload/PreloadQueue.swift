package import PlayCore

/// The requests to preload, with their order and timing. Sends none itself.
package struct PreloadQueue: Sendable {
    package struct Request: Sendable, Equatable {
        /// Unverified text. A second request for the same address raises the amount of the first.
        package let address: String
        /// The amount as time from the start.
        package var amount: MediaTime

        package init(address: String, amount: MediaTime) {
            self.address = address
            self.amount = amount
        }
    }

    package enum Event: Sendable, Equatable {
        case completed(String)
        case failed(String, ByteSourceError)
        case cancelled(String)
    }

    package enum Playing: Sendable, Equatable {
        case nothing
        /// Opened, but not prepared yet. Preloading would read the same files.
        case preparing
        /// - Parameter isComfortable: whether its buffer has reached the upper threshold.
        case prepared(isComfortable: Bool)
    }

    package static let limit = 64

    /// `preload.balance`.
    package var isBalanced = true
    package var playing = Playing.nothing
    package private(set) var waiting: [Request] = []
    /// Only one request is active, to leave the line to the playing item.
    package private(set) var current: Request?

    package init() {}

    package mutating func add(_ request: Request) -> Bool {
        if current?.address == request.address {
            // The active request ends at its amount; the rest is requested afterwards.
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

    package var admits: Bool {
        switch playing {
        case .nothing: true
        case .preparing: false
        case .prepared(let isComfortable): isComfortable || !isBalanced
        }
    }

    package mutating func next() -> Request? {
        guard current == nil, admits, !waiting.isEmpty else { return nil }
        current = waiting.removeFirst()
        return current
    }

    /// Returns `nil` if the request was cancelled, which has already been reported.
    package mutating func finished(_ error: ByteSourceError?) -> Event? {
        guard let request = current else { return nil }
        current = nil
        guard let error else { return .completed(request.address) }
        return error.code == .cancelled ? .cancelled(request.address) : .failed(request.address, error)
    }

    package enum Cancelling: Equatable {
        case done(Event)
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

package enum PreloadExtent {
    /// 1080p at a service's usual rate.
    static let assumedBitRate: Int64 = 5_000_000
    /// An upper bound for the headers of most containers before the first picture.
    static let header: Int64 = 256 << 10

    /// Returns how many bytes from the start of the resource contain `amount` and the header.
    package static func bytes(of amount: MediaTime, size: Int64?, duration: MediaTime?) -> Int64 {
        let seconds = max(0, amount.inSeconds)
        var rate = Double(assumedBitRate) / 8
        if let size, let duration, duration > .zero { rate = Double(size) / duration.inSeconds }
        let bytes = Int64(min(seconds * rate, Double(1 << 50))) + header
        return min(bytes, size ?? .max)
    }
}
