import Media
import TestSupport
import Testing

/// Bytes of CEA-608 by channel, and the places of their text.
@Suite struct CaptionChannelsTests {
    private static func odd(_ byte: UInt8) -> UInt8 { byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80 }

    private static func triplet(_ high: UInt8, _ low: UInt8, field: UInt8 = 0) -> [UInt8] {
        [0xFC | field, odd(high), odd(low)]
    }

    /// Returns the channel and the codes of each pair, without parity.
    private func told(_ channels: inout CaptionChannels, _ triplets: [UInt8]...) -> [[UInt8]] {
        channels.read(triplets.flatMap { $0 }).map {
            [UInt8($0.channel), $0.triplet[1] & 0x7F, $0.triplet[2] & 0x7F]
        }
    }

    @Test("each field has two channels, and the codes passed on are those of the first channel")
    func channels() {
        var channels = CaptionChannels()
        let found = told(
            &channels, Self.triplet(0x14, 0x20), Self.triplet(0x1C, 0x25), Self.triplet(0x48, 0x49),
            Self.triplet(0x15, 0x29, field: 1), Self.triplet(0x1D, 0x20, field: 1), Self.triplet(0x4A, 0, field: 1))
        expect(
            found,
            is: [
                [1, 0x14, 0x20], [2, 0x14, 0x25], [2, 0x48, 0x49], [3, 0x15, 0x29], [4, 0x15, 0x20], [4, 0x4A, 0],
            ])
        expect((1...4).map { channels.mode(of: $0) }, is: [.popOn, .rollUp, .paintOn, .popOn])
        for pair in channels.read(Self.triplet(0x41, 0x43)) {
            #expect(pair.triplet.dropFirst().allSatisfy { $0.nonzeroBitCount % 2 == 1 })
        }
    }

    @Test("text mode, programme data, CEA-708, silence and captions that began earlier are left out")
    func others() {
        var channels = CaptionChannels()
        #expect(told(&channels, Self.triplet(0x41, 0x42), Self.triplet(0x14, 0x70)).isEmpty)
        #expect(told(&channels, Self.triplet(0x14, 0x2A), Self.triplet(0x41, 0x42)).isEmpty)
        expect(told(&channels, Self.triplet(0x14, 0x20), Self.triplet(0x41, 0x42)).count, is: 2)
        #expect(told(&channels, Self.triplet(0x14, 0x2B), Self.triplet(0x41, 0x42)).isEmpty)
        expect(told(&channels, Self.triplet(0x14, 0x2C)), is: [[1, 0x14, 0x2C]])
        #expect(told(&channels, [0xFE, 0x94, 0x20], [0xF8, 0x94, 0x20], Self.triplet(0, 0)).isEmpty)
        expect(told(&channels, Self.triplet(0x15, 0x20, field: 1)).count, is: 1)
        expect(
            told(
                &channels, Self.triplet(0x01, 0x03, field: 1), Self.triplet(0x41, 0x42, field: 1),
                Self.triplet(0x0F, 0x1D, field: 1), Self.triplet(0x15, 0x20, field: 1),
                Self.triplet(0x43, 0x44, field: 1)
            ), is: [[3, 0x15, 0x20], [3, 0x43, 0x44]])
    }

    @Test("a damaged first byte becomes a block, and a damaged second byte drops the pair")
    func parity() {
        var channels = CaptionChannels()
        _ = channels.read(Self.triplet(0x14, 0x20))
        expect(told(&channels, [0xFC, Self.odd(0x41) ^ 0x80, Self.odd(0x42)]), is: [[1, 0x7F, 0x42]])
        #expect(told(&channels, [0xFC, Self.odd(0x41), Self.odd(0x42) ^ 0x80]).isEmpty)
    }

    @Test("any bytes become pairs that a decoder accepts")
    func random() {
        var random = SeededGenerator(seed: 4)
        var channels = CaptionChannels()
        for _ in 0..<Rounds.of(5000) {
            let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for pair in channels.read(bytes) {
                #expect((1...4).contains(pair.channel) && pair.triplet.count == 3)
            }
        }
    }

    private func placed(_ rows: [(Int, Int, String)], isGrowing: Bool = false) -> String {
        let text = rows.map { row, column, text in
            let (x, y) = (Int(384 * (0.1 + 0.025 * Double(column))), Int(288 * (0.1 + 0.0533 * Double(row))))
            return "{\\an7}{\\pos(\(x),\(y))}\(text)"
        }
        return CaptionText.placed(text.joined(separator: "\\N"), isGrowing: isGrowing)
    }

    @Test("a caption is placed in the ninth of the picture where its rows were")
    func ninths() {
        expect(placed([(14, 9, "HELLO CAPTIONS")]), is: "{\\an2}HELLO CAPTIONS")
        expect(placed([(0, 9, "HELLO CAPTIONS")]), is: "{\\an8}HELLO CAPTIONS")
        expect(placed([(7, 0, "left")]), is: "{\\an4}left")
        expect(placed([(13, 26, "right")]), is: "{\\an3}right")
        expect(placed([(14, 0, "Rolling")], isGrowing: true), is: "{\\an1}Rolling")
        expect(placed([(9, 0, "two"), (10, 0, "rows")], isGrowing: true), is: "{\\an1}two\\Nrows")
        #expect(placed([(4, 9, "HELLO CAPTIONS"), (5, 9, "HELLO CAPTIONS")]).hasPrefix("{\\an5}"))
        #expect(placed([(14, 0, "Rolling on and on and on and on")], isGrowing: true).hasPrefix("{\\an1}"))
    }

    @Test("rows keep a common start, centred rows stay centred, and styles keep their ranges")
    func rows() {
        expect(
            placed([(13, 8, "- What is this?"), (14, 8, "- The second.")]),
            is: "{\\an2}- What is this?\\N- The second.\\h\\h")
        expect(
            placed([(13, 8, "A line of these"), (14, 8, "\\h\\h\\hanother")]), is: "{\\an2}A line of these\\Nanother")
        expect(placed([(14, 9, "\\h{\\i1}\\hHello  you{\\i0}  ")]), is: "{\\an2}{\\i1}Hello  you{\\i0}")
        #expect(placed([(13, 0, "{\\i1}\\h "), (14, 4, "seen")]).hasSuffix("seen"))
        #expect(placed([(14, 0, " \\h ")]) == "" && CaptionText.placed("", isGrowing: false) == "")
    }
}
