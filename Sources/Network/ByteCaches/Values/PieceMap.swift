/// Bytes that were committed together, with their checksum.
struct CachePiece: Sendable, Hashable {
    /// The limit of bytes between two ends of pieces, and to read in order to verify one byte.
    static let block: Int64 = 64 << 10

    let span: Range<Int64>
    /// ``XXHash64`` of the bytes.
    let checksum: UInt64

    static func cut(_ span: Range<Int64>) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        var start = span.lowerBound
        while start < span.upperBound {
            let end = min(span.upperBound, (start / block + 1) * block)
            result.append(start..<end)
            start = end
        }
        return result
    }
}

/// The stored bytes of a resource, as far as known here. Pieces may overlap; each has a checksum of its own.
struct PieceMap: Sendable, Equatable {
    private var pieces: [CachePiece] = []
    private(set) var covered = SpanSet()
    /// Bytes that this process has written or verified by their checksum.
    private var verified = SpanSet()

    enum Finding: Equatable {
        case verified(upTo: Int64)
        case unverified(CachePiece)
        case missing
    }

    init(_ pieces: [CachePiece] = []) { add(pieces) }

    mutating func add(_ new: [CachePiece]) {
        for piece in new where Self.isPlausible(piece) {
            var index = first(startingAfter: piece.span.lowerBound - 1)
            while index < pieces.count, pieces[index].span.lowerBound == piece.span.lowerBound, pieces[index] != piece {
                index += 1
            }
            if index < pieces.count, pieces[index] == piece { continue }
            pieces.insert(piece, at: index)
            covered.insert(piece.span)
        }
    }

    /// Rejects pieces that only a damaged index can contain.
    private static func isPlausible(_ piece: CachePiece) -> Bool {
        !piece.span.isEmpty && piece.span.count <= CachePiece.block && piece.span.lowerBound >= 0
    }

    mutating func addWritten(_ span: Range<Int64>) {
        covered.insert(span)
        verified.insert(span)
    }

    func find(_ offset: Int64) -> Finding {
        if let end = verified.end(at: offset) { return .verified(upTo: end) }
        return pieces[first(startingAfter: offset - CachePiece.block)...].prefix { $0.span.lowerBound <= offset }
            .first { $0.span.contains(offset) }.map(Finding.unverified) ?? .missing
    }

    mutating func markVerified(_ piece: CachePiece) { verified.insert(piece.span) }

    mutating func remove(_ piece: CachePiece) {
        pieces.removeAll { $0 == piece }
        recover(piece.span)
    }

    mutating func forget(_ span: Range<Int64>) {
        verified.subtract(span)
        let lost = pieces.filter { $0.span.overlaps(span) }
        pieces.removeAll { $0.span.overlaps(span) }
        for hole in lost.map(\.span) + [span] { recover(hole) }
    }

    /// Recomputes `covered` within a range from the remaining pieces.
    private mutating func recover(_ span: Range<Int64>) {
        covered.subtract(span)
        for rest in verified.spans(in: span) { covered.insert(rest) }
        for piece in pieces where piece.span.overlaps(span) { covered.insert(piece.span) }
    }

    private func first(startingAfter offset: Int64) -> Int {
        var low = 0
        var high = pieces.count
        while low < high {
            let middle = (low + high) / 2
            if pieces[middle].span.lowerBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
