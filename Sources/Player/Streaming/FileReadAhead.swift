package import Addresses
import ByteCaches
package import PlayCore

/// Reads one file ahead onto the disk. Assumes that bytes are spread evenly over the duration.
package final class FileReadAhead: Sendable {
    private struct Place {
        var offset: Int64 = 0
        /// `nil` if unknown, or the file is not cached.
        var size: Int64?
        var first: Int64 = -1
        var count: Int64 = 0
    }

    /// Bytes of a request: more than a usual network delivers in the round trip that each request costs.
    private static let pieceSize: Int64 = 1 << 20
    /// Bytes after the position, which the reader's own transfer fetches.
    private static let lead: Int64 = 1 << 20

    private let ahead: ReadAhead
    private let address: Address
    private let place = Monitor(Place())

    package init(_ address: Address, _ environment: StreamEnvironment) {
        self.address = address
        ahead = ReadAhead(environment, origin: address.origin)
    }

    package func noteRead(to offset: Int64, size: Int64?) {
        place.withLock { place in
            place.offset = offset
            place.size = size
        }
    }

    package func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? {
        guard let duration, duration > .zero else { return nil }
        let step = Self.pieceSize
        let wanted: (size: Int64, first: Int64, count: Int64, isNew: Bool)? = place.withLock { place in
            guard let size = place.size, size > 0 else { return nil }
            let rate = Double(size) / duration.inSeconds
            let first = (place.offset + Self.lead + step - 1) / step
            let bytes = Int64(min(amount.inSeconds * rate, Double(size)))
            let count = max(0, min((bytes + step - 1) / step, (size + step - 1) / step - first))
            defer { (place.first, place.count) = (first, count) }
            return (size, first, count, place.first != first || place.count != count)
        }
        guard let wanted else { return nil }
        if wanted.isNew {
            let count = min(wanted.count, Int64(ReadAhead.mostPieces))
            ahead.want(
                (0..<count).map { number in
                    let start = (wanted.first + number) * step
                    let span = start..<min(start + step, wanted.size)
                    let share = Double(span.count) / Double(wanted.size)
                    return ReadAhead.Piece(
                        address: address, span: span, kind: .media, length: duration.scaled(by: share))
                })
        }
        return ahead.hold(amount)
    }

    package var fetchedBytes: Int64 { ahead.fetchedBytes }

    package func close() { ahead.close() }
}
