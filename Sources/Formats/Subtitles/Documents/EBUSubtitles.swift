import PlayCore

/// Parses EBU Tech 3264 (`.stl` of broadcasters): a header, then blocks of 128 bytes.
enum EBUSubtitles {
    private static let headerSize = 1024
    private static let blockSize = 128
    /// The most bytes of one subtitle.
    private static let mostText = 4096

    static func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.count >= headerSize && bytes[3..<6].elementsEqual("STL".utf8) && bytes[8..<11].elementsEqual(".01".utf8)
    }

    static func cues(_ bytes: [UInt8], cancel: CancelToken? = nil) -> [Cue] {
        guard recognizes(bytes), let rate = Int(String(decoding: bytes[6..<8], as: UTF8.self)), rate > 0 else {
            return []
        }
        let table = String(decoding: bytes[12..<14], as: UTF8.self)
        // Broadcasters' programmes start at ten o'clock, and so do their subtitles.
        let begin = digits(bytes[256..<264], rate: rate)
        var cues: [Cue] = []
        var text: [UInt8] = []
        var at = headerSize
        while at + blockSize <= bytes.count, cues.count < SubtitleLimits.cues, cancel?.isCancelled != true {
            let block = bytes[at..<at + blockSize]
            at += blockSize
            // Omits comments and user data.
            guard block[block.startIndex + 15] == 0, block[block.startIndex + 3] != 0xFE else { continue }
            // Padding ends only its own block.
            if text.count < mostText { text += block.suffix(112).prefix { $0 != 0x8F } }
            guard block[block.startIndex + 3] == 0xFF else { continue }
            if let cue = cue(block, text, table, rate: rate, begin) { cues.append(cue) }
            text = []
        }
        return cues
    }

    private static func cue(
        _ block: ArraySlice<UInt8>, _ text: [UInt8], _ table: String, rate: Int, _ begin: MediaTime
    ) -> Cue? {
        let start = time(block.dropFirst(5).prefix(4), rate: rate)
        let end = time(block.dropFirst(9).prefix(4), rate: rate)
        let shift = start >= begin ? begin : .zero
        let lines = lines(text, table)
        guard !lines.isEmpty, end > start else { return nil }
        return Cue(start: start - shift, end: end - shift, lines: lines)
    }

    private static func time(_ bytes: ArraySlice<UInt8>, rate: Int) -> MediaTime {
        let parts = bytes.map(Int.init)
        return .seconds(parts[0] * 3600 + parts[1] * 60 + parts[2])
            + MediaTime(nanoseconds: Int64(parts[3]) * 1_000_000_000 / Int64(rate))
    }

    private static func digits(_ bytes: ArraySlice<UInt8>, rate: Int) -> MediaTime {
        let values = bytes.map { $0 &- 0x30 }
        guard values.allSatisfy({ $0 <= 9 }) else { return .zero }
        let parts: [UInt8] = stride(from: 0, to: 8, by: 2).map { values[$0] * 10 + values[$0 + 1] }
        return time(parts[...], rate: rate)
    }

    private static func lines(_ text: [UInt8], _ table: String) -> [CueLine] {
        var builder = CueTextBuilder()
        var letters: [UInt8] = []
        func flush() {
            builder.append(decoded(letters, table))
            letters = []
        }
        for byte in text {
            switch byte {
            case 0x20...0x7F, 0xA0...0xFF: letters.append(byte)
            default:
                flush()
                apply(byte, &builder)
            }
        }
        flush()
        return builder.finish()
    }

    private static func apply(_ code: UInt8, _ builder: inout CueTextBuilder) {
        switch code {
        case 0x80, 0x81: builder.style.isItalic = code == 0x80
        case 0x82, 0x83: builder.style.isUnderlined = code == 0x82
        case 0x8A: builder.newLine()
        // Teletext's colour codes take a space.
        case 0x00...0x07:
            builder.append(" ")
            let channels: [UInt8] = (0..<3).map { code >> $0 & 1 == 1 ? 255 : 0 }
            builder.style.foreground = code == 7 ? nil : RGB(channels[0], channels[1], channels[2])
        default: break
        }
    }

    private static let encodings = [
        "00": "ISO6937", "01": "ISO-8859-5", "02": "ISO-8859-6", "03": "ISO-8859-7", "04": "ISO-8859-8",
    ]

    private static func decoded(_ letters: [UInt8], _ table: String) -> String {
        guard letters.contains(where: { $0 >= 0x80 }), let name = encodings[table],
            let recoded = Recoding(letters, from: name)
        else { return String(decoding: letters, as: UTF8.self) }
        return String(decoding: recoded.bytes, as: UTF8.self)
    }
}
