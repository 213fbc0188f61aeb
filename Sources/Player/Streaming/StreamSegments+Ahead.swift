import ByteCaches
import Manifests
import PlayCore

extension StreamSegments {
    /// How far ahead segments are planned: farther than any buffer.
    private static let reach = MediaTime.seconds(300)

    /// Plans the pieces after a new segment; the lane requests the next one itself. `isLeading`: measures the buffer.
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
        // Earlier pieces come first. Pieces of one time stay in order.
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

    /// Called when reading continues elsewhere, or in other lanes.
    func forgetAhead() {
        guard access.ahead != nil else { return }
        comingPieces = [:]
        access.ahead?.want([])
    }

    func noteAhead() {
        for transfer in access.ahead?.takeTransfers() ?? [] { noteTransfer(transfer) }
    }
}
