/// What was read last, wherever in the source: pieces of which the one unused for longest goes first. A container's
/// index at the end is looked for, and then the beginning is read again; and a jump back of some seconds finds what was
/// played, which lies behind all that is read ahead. A value.
struct RecentBytes {
    /// Of one piece; FFmpeg reads as much at once.
    static let pieceSize = 64 << 10
    /// 16 MiB in all: a minute of a film of 2 Mbit/s, eight seconds of one of 16.
    static let pieceCount = 256

    private struct Piece {
        let start: Int64
        var bytes: [UInt8]
        var end: Int64 { start + Int64(bytes.count) }
    }

    /// The one that was used last is last.
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

    /// As much of it as lies in one piece; 0 when the byte at `offset` is not kept.
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
