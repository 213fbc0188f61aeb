/// Splits H.264 access units into RTP payloads (RFC 6184, mode 1: single units, STAP-A, FU-A).
enum H264Packetizer {
    /// Bytes of a payload. With the headers of RTP, SRTP, UDP and IPv6, a packet has at most 1,280.
    static let payloadLimit = 1180

    /// - Parameter unit: with start codes (Annex B). The last payload's packet carries the mark.
    static func payloads(_ unit: [UInt8]) -> [[UInt8]] {
        var payloads: [[UInt8]] = []
        var waiting: [ArraySlice<UInt8>] = []
        var waitingBytes = 1
        func flush() {
            if waiting.count == 1 { payloads.append(Array(waiting[0])) }
            if waiting.count > 1 { payloads.append(aggregate(waiting)) }
            (waiting, waitingBytes) = ([], 1)
        }
        // The receiver needs neither delimiters nor filler data.
        for unit in AnnexB.units(unit) where ![9, 12].contains(unit[unit.startIndex] & 31) {
            if waitingBytes + unit.count + 2 > payloadLimit { flush() }
            if unit.count + 3 <= payloadLimit {
                waiting.append(unit)
                waitingBytes += unit.count + 2
            } else if unit.count <= payloadLimit {
                payloads.append(Array(unit))
            } else {
                payloads += fragments(unit)
            }
        }
        flush()
        return payloads
    }

    private static func aggregate(_ units: [ArraySlice<UInt8>]) -> [UInt8] {
        let importance = units.map { $0[$0.startIndex] & 0x60 }.max() ?? 0
        var payload: [UInt8] = [importance | 24]
        for unit in units {
            payload.append(UInt16(unit.count), bytes: 2)
            payload += unit
        }
        return payload
    }

    private static func fragments(_ unit: ArraySlice<UInt8>) -> [[UInt8]] {
        let head = unit[unit.startIndex]
        var rest = unit.dropFirst()
        var isFirst = true
        var payloads: [[UInt8]] = []
        while !rest.isEmpty {
            let piece = rest.prefix(payloadLimit - 2)
            rest = rest.dropFirst(piece.count)
            let flags: UInt8 = (isFirst ? 0x80 : 0) | (rest.isEmpty ? 0x40 : 0)
            payloads.append([head & 0x60 | 28, flags | head & 31] + piece)
            isFirst = false
        }
        return payloads
    }
}

/// A stream of bytes with start codes (H.264, Annex B).
package enum AnnexB {
    package static let startCode: [UInt8] = [0, 0, 0, 1]

    package static func units(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var units: [ArraySlice<UInt8>] = []
        var start: Int?
        var place = 0
        func end(at place: Int) {
            guard let start, start < place else { return }
            // Zeros before a start code belong to it.
            let unit = bytes[start..<place]
            let filled = unit.lastIndex { $0 != 0 }.map { unit[start...$0] }
            if let filled { units.append(filled) }
        }
        while place + 2 < bytes.count {
            guard bytes[place + 2] <= 1 else {
                place += 3
                continue
            }
            if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                end(at: place)
                start = place + 3
                place += 3
            } else {
                place += 1
            }
        }
        end(at: bytes.count)
        return units
    }

    /// Converts units with length prefixes of 1 … 4 bytes (MP4, FLV) to start codes. Returns `nil` for other data.
    package static func converted(_ bytes: [UInt8], lengthBytes: Int) -> [UInt8]? {
        var rest = bytes[...]
        var result: [UInt8] = []
        while !rest.isEmpty {
            guard let length = rest.number(at: 0, lengthBytes), Int(length) <= rest.count - lengthBytes else {
                return nil
            }
            result += startCode
            result += rest.dropFirst(lengthBytes).prefix(Int(length))
            rest = rest.dropFirst(lengthBytes + Int(length))
        }
        return result
    }
}
