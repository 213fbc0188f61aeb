/// Assembles scalars from single bytes. Drops bytes that are not UTF-8.
struct UTF8Collector {
    private var bytes: [UInt8] = []
    private var wanted = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func reset() { bytes.removeAll(keepingCapacity: true) }

    enum Step: Equatable {
        case more
        case scalar(Unicode.Scalar)
        /// The byte does not continue the earlier ones. These are dropped, and the caller adds the byte again.
        case again
        case dropped
    }

    /// - Parameter byte: from 0x80, or any byte if a scalar is incomplete.
    mutating func add(_ byte: UInt8) -> Step {
        if bytes.isEmpty {
            switch byte {
            case 0xC2...0xDF: wanted = 2
            case 0xE0...0xEF: wanted = 3
            case 0xF0...0xF4: wanted = 4
            default: return .dropped
            }
            bytes.append(byte)
            return .more
        }
        guard byte & 0xC0 == 0x80 else {
            reset()
            return .again
        }
        bytes.append(byte)
        guard bytes.count == wanted else { return .more }
        defer { reset() }
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first, scalar.value >= 0xA0
        else { return .dropped }
        return .scalar(scalar)
    }
}
