/// Finds updates with a picture, and queries, in a terminal's bytes, which may be split anywhere.
struct UpdateScanner {
    enum Event {
        /// The end of a synchronized update with at least one half-block in it.
        case picture
        /// DECRQM of mode 2026.
        case modeQuery
        /// DA1.
        case attributesQuery
        /// DSR, with which the player measures its line.
        case statusQuery
    }

    private enum State {
        case text, escape, sequence
        /// Bytes of U+2580 and U+2584 found so far: E2, E2 96.
        case glyph(Int)
    }

    private var state = State.text
    /// The first bytes after `CSI`, the last one in the lowest place; enough to identify the sequences of interest.
    private var sequence: UInt64 = 0
    private var hasBlocks = false

    mutating func scan(_ bytes: UnsafeRawBufferPointer, _ report: (Event) -> Void) {
        for byte in bytes {
            switch state {
            case .text: begin(byte)
            case .escape:
                sequence = 0
                state = byte == UInt8(ascii: "[") ? .sequence : .text
            case .sequence:
                sequence = sequence &<< 8 | UInt64(byte)
                guard byte >= 0x40 else { continue }
                state = .text
                finish(report)
            case .glyph(1): state = byte == 0x96 ? .glyph(2) : .text
            case .glyph:
                if byte == 0x80 || byte == 0x84 { hasBlocks = true }
                state = .text
            }
        }
    }

    private mutating func begin(_ byte: UInt8) {
        if byte == 0x1B {
            state = .escape
        } else if byte == 0xE2 {
            state = .glyph(1)
        }
    }

    private mutating func finish(_ report: (Event) -> Void) {
        switch sequence {
        // "?2026h"
        case 0x3F32_3032_3668: hasBlocks = false
        // "?2026l"
        case 0x3F32_3032_366C: if hasBlocks { report(.picture) }
        // "?2026$p"
        case 0x3F_3230_3236_2470: report(.modeQuery)
        // "c"
        case 0x63: report(.attributesQuery)
        // "5n"
        case 0x356E: report(.statusQuery)
        default: break
        }
    }
}
