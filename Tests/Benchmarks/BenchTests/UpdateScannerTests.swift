import TestSupport
import Testing

@testable import tvplay_bench

struct UpdateScannerTests {
    private static let stream =
        "\u{1B}[?2026$p\u{1B}[c\u{1B}[5n" + "▀\u{1B}[?2026h\u{1B}[1;1Hbar\u{1B}[?2026l"
        + "\u{1B}[?2026h\u{1B}[38;2;1;2;3m▄\u{1B}[?2026l" + "\u{1B}[?2026h█\u{1B}[?2026l"
        + "\u{1B}[?2026h▀\u{1B}[?2026l"

    @Test(
        "only updates with half-blocks count as pictures, no matter how the bytes are split",
        arguments: [1, 2, 3, 7, 1000])
    func findsPictures(size: Int) {
        var scanner = UpdateScanner()
        var events: [UpdateScanner.Event] = []
        let bytes = Array(Self.stream.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                scanner.scan(piece) { events.append($0) }
            }
        }
        expect(events, is: [.modeQuery, .attributesQuery, .statusQuery, .picture, .picture])
    }
}
