import ByteCaches
import Manifests
import PlayCore

/// Which segments are brought onto the disk before they are read.
extension StreamSegments {
    /// Farther than any buffer reaches.
    private static let reach = MediaTime.seconds(300)

    /// A lane has begun with a segment. The one after it is sent for by the lane itself.
    ///
    /// - Parameter isLeading: the times of what is held are this lane's.
    func readAhead(_ next: StreamLane.PlannedSegment, lane: ObjectIdentifier, isLeading: Bool) {
        guard let ahead = access.ahead else { return }
        guard let list = lists.knownList(next.rendition), list.isEnded else { return ahead.refuse() }
        let end = next.segment.end
        var pieces: [(start: MediaTime, piece: ReadAhead.Piece)] = []
        var (section, key) = (next.segment.initSection, next.segment.key)
        let first = Self.index(list, after: end).map { $0 + 1 } ?? list.segments.count
        for segment in list.segments.dropFirst(first) where !segment.isGap {
            guard segment.start < end + Self.reach else { break }
            if segment.initSection != section, let new = segment.initSection {
                append(new.resource, new.range, at: segment.start, to: &pieces)
            }
            if segment.key != key, let resource = segment.key?.resource, access.cache(for: .encryptionKey) != nil {
                append(resource, nil, .encryptionKey, at: segment.start, to: &pieces)
            }
            (section, key) = (segment.initSection, segment.key)
            append(
                segment.resource, segment.range, at: segment.start, length: isLeading ? segment.duration : .zero,
                to: &pieces)
        }
        comingPieces[lane] = pieces
        // What begins earlier is wanted first; of one time the order stays.
        let all = comingPieces.values.flatMap(\.self).enumerated().sorted {
            ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
        }
        ahead.want(all.map(\.element.piece))
    }

    private func append(
        _ resource: ResourceReference, _ range: ByteRange?, _ kind: CacheKey.Kind = .media, at start: MediaTime,
        length: MediaTime = .zero, to pieces: inout [(start: MediaTime, piece: ReadAhead.Piece)]
    ) {
        guard case .address(let address) = resource else { return }
        let span = (range?.offset ?? 0)..<(range?.end ?? .max)
        pieces.append((start, ReadAhead.Piece(address: address, span: span, kind: kind, length: length)))
    }

    /// Reading goes on elsewhere, or other lanes are read.
    func forgetAhead() {
        guard access.ahead != nil else { return }
        comingPieces = [:]
        access.ahead?.want([])
    }

    /// What came meanwhile says how much the line carries.
    func noteAhead() {
        for transfer in access.ahead?.takeTransfers() ?? [] { noteTransfer(transfer) }
    }
}
