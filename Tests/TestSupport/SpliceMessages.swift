/// Splice messages as encoders write them (SCTE 35 2023, 9.6), and the boxes that contain them in segments.
package enum SpliceMessages {
    /// Returns `splice_insert` with a duration after which the programme resumes by itself.
    ///
    /// - Parameters:
    /// - ticks: on the clock of the stream; `nil` for at once.
    /// - duration: in ticks.
    /// - adjustment: added to the time.
    package static func insert(
        _ event: UInt32, isOut: Bool = true, ticks: Int64?, duration: Int64? = nil, adjustment: Int64 = 0
    ) -> [UInt8] {
        let flags: UInt8 = (isOut ? 0x80 : 0) | 0x40 | (duration == nil ? 0 : 0x20) | (ticks == nil ? 0x10 : 0) | 0x0F
        var command = number(Int64(event), 4) + [0x7F, flags]
        if let ticks { command += time(ticks) }
        if let duration { command += number(duration & 0x1_FFFF_FFFF | 0xFE << 32, 5) }
        return section(5, command + [0, 1, 0, 0], [], adjustment)
    }

    package static func signal(
        _ event: UInt32, type: UInt8, ticks: Int64?, duration: Int64? = nil, adjustment: Int64 = 0
    ) -> [UInt8] {
        var body = number(0x4355_4549, 4) + number(Int64(event), 4) + [0x7F, duration == nil ? 0xBF : 0xFF]
        if let duration { body += number(duration, 5) }
        body += [0, 0, type, 0, 0]
        return section(6, ticks.map(time) ?? [0x7F], [2, UInt8(body.count)] + body, adjustment)
    }

    package static func cancelled(_ event: UInt32) -> [UInt8] { section(5, number(Int64(event), 4) + [0xFF], [], 0) }

    package static func cancelledSignal(_ event: UInt32) -> [UInt8] {
        let body = number(0x4355_4549, 4) + number(Int64(event), 4) + [0xFF]
        return section(6, [0x7F], [2, UInt8(body.count)] + body, 0)
    }

    private static func time(_ ticks: Int64) -> [UInt8] { number(ticks & 0x1_FFFF_FFFF | 0xFE << 32, 5) }

    private static func section(
        _ type: UInt8, _ command: [UInt8], _ descriptors: [UInt8], _ adjustment: Int64
    ) -> [UInt8] {
        var body: [UInt8] = [0] + number(adjustment & 0x1_FFFF_FFFF, 5) + [0]
        body += number(0xFFF << 12 | Int64(command.count), 3) + [type] + command
        body += number(Int64(descriptors.count), 2) + descriptors
        return signed([0xFC] + number(0x3000 | Int64(body.count + 4), 2) + body)
    }

    /// Appends the checksum, computed bit by bit.
    package static func signed(_ bytes: [UInt8]) -> [UInt8] {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7 }
        }
        return bytes + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    }

    /// Returns the box `emsg`.
    ///
    /// - Parameters:
    /// - time: from the segment's start (version 0) or on the track's axis (version 1). In ticks, like `duration`.
    package static func box(
        _ content: [UInt8], version: UInt8, time: Int64, duration: Int64 = 0xFFFF_FFFF, scale: Int64 = 90_000,
        scheme: String = "urn:scte:scte35:2013:bin"
    ) -> [UInt8] {
        let names = Array(scheme.utf8) + [0] + Array("1001".utf8) + [0]
        let times = number(scale, 4) + number(time, version == 0 ? 4 : 8) + number(duration, 4) + number(7, 4)
        let body = [version, 0, 0, 0] + (version == 0 ? names + times : times + names) + content
        return number(Int64(body.count + 8), 4) + Array("emsg".utf8) + body
    }

    package static func number(_ value: Int64, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * (length - 1 - $0))) }
    }
}

/// Inserts splice messages into a transport stream that has none, as a multiplexer would: an entry in its programme
/// table, and packets.
package enum SpliceStream {
    private static let size = 188
    private static let pid: UInt8 = 0x90

    /// - Parameter sections: the messages. Each is inserted before the first picture that is shown at its time or
    ///   later, in ticks.
    package static func adding(_ sections: [(ticks: Int64, bytes: [UInt8])], to stream: [UInt8]) -> [UInt8] {
        var (result, left) = ([UInt8](), sections[...])
        var counter: UInt8 = 0
        for start in stride(from: 0, to: stream.count - size + 1, by: size) {
            let packet = Array(stream[start..<start + size])
            if let time = pictureTime(packet) {
                while let next = left.first, next.ticks <= time {
                    result += section(next.bytes, counter)
                    (counter, left) = ((counter + 1) & 15, left.dropFirst())
                }
            }
            result += isTable(packet) ? table(packet) : packet
        }
        return left.reduce(result) { $0 + section($1.bytes, 0) }
    }

    /// FFmpeg's own streams have their pictures under this number.
    package static func firstTime(_ stream: [UInt8]) -> Int64? {
        stride(from: 0, to: stream.count - size + 1, by: size).lazy
            .compactMap { pictureTime(Array(stream[$0..<$0 + size])) }.first
    }

    private static func pictureTime(_ packet: [UInt8]) -> Int64? {
        guard packet[1] == 0x41, packet[2] == 0 else { return nil }
        let start = 4 + (packet[3] & 0x20 == 0 ? 0 : Int(packet[4]) + 1)
        guard start + 14 <= size, packet[start..<start + 3] == [0, 0, 1], packet[start + 7] & 0x80 != 0 else {
            return nil
        }
        let field = packet[start + 9..<start + 14].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return (field >> 33 & 7) << 30 | (field >> 17 & 0x7FFF) << 15 | field >> 1 & 0x7FFF
    }

    private static func isTable(_ packet: [UInt8]) -> Bool {
        packet[1] == 0x50 && packet[2] == 0 && packet[4...5] == [0, 2]
    }

    private static func table(_ packet: [UInt8]) -> [UInt8] {
        let length = Int(packet[6] & 0x0F) << 8 | Int(packet[7])
        let known = Array(packet[5..<8 + length - 4])
        // Without the programme's own descriptor, FFmpeg takes the type for sound.
        let descriptor: [UInt8] = [5, 4] + Array("CUEI".utf8)
        var section = Array(known[..<10]) + SpliceMessages.number(0xF000 | Int64(descriptor.count), 2) + descriptor
        section += known[12...] + [0x86, 0xE1, pid, 0xF0, 0]
        section.replaceSubrange(1..<3, with: SpliceMessages.number(0xB000 | Int64(section.count + 1), 2))
        return padded(Array(packet[..<5]) + SpliceMessages.signed(section))
    }

    private static func section(_ bytes: [UInt8], _ counter: UInt8) -> [UInt8] {
        padded([0x47, 0x41, pid, 0x10 | counter, 0] + bytes)
    }

    private static func padded(_ packet: [UInt8]) -> [UInt8] {
        packet + [UInt8](repeating: 0xFF, count: max(0, size - packet.count))
    }
}
