/// The bytes read last, anywhere in the source. Drops the piece unused for longest. A player reads a container's index
/// at the end, then its beginning again, and may jump back before all that is read ahead.
struct RecentBytes {
    /// As large as FFmpeg's reads.
    static let pieceSize = 64 << 10
    /// 16 MiB in total: a minute of a film at 2 Mbit/s, eight seconds at 16.
    static let pieceCount = 256

    private struct Piece {
        let start: Int64
        var bytes: [UInt8]
        var end: Int64 { start + Int64(bytes.count) }
    }

    /// The most recently used piece is last.
    private var pieces: [Piece] = []

    mutating func add(_ bytes: UnsafeRawBufferPointer, at offset: Int64) {
        var rest = bytes
        var place = offset
        if let last = pieces.indices.last, pieces[last].end == place {
            let fitting = rest.prefix(max(0, Self.pieceSize - pieces[last].bytes.count))
            pieces[last].bytes.append(contentsOf: fitting)
            place += Int64(fitting.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(fitting.count))
        }
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.pieceSize))
            if pieces.count == Self.pieceCount { pieces.removeFirst() }
            pieces.append(Piece(start: place, bytes: Array(piece)))
            place += Int64(piece.count)
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
        }
    }

    /// Returns 0 if the byte at `offset` is not kept.
    mutating func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let index = pieces.lastIndex(where: { $0.start <= offset && offset < $0.end }) else { return 0 }
        let piece = pieces[index]
        let first = Int(offset - piece.start)
        let count = min(buffer.count, piece.bytes.count - first)
        piece.bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[first..<first + count]))
        }
        if index < pieces.count - 1 { pieces.append(pieces.remove(at: index)) }
        return count
    }
}
