import Manifests
import PlayCore
import TestSupport
import Testing

/// Messages in segments of fragmented MP4.
@Suite("Event messages of segments")
struct EventMessageTests {
    private static let insert = SpliceMessages.insert(7, ticks: nil, duration: 900_000)
    private static let cue = SpliceCue.out(.insert(7), duration: .seconds(10))

    private static func box(_ name: String, _ length: Int) -> [UInt8] {
        SpliceMessages.number(Int64(length + 8), 4) + Array(name.utf8) + [UInt8](repeating: 0, count: length)
    }

    @Test("both versions are read at any place among the boxes of a segment")
    func versions() {
        let segment =
            Self.box("styp", 8) + SpliceMessages.box(Self.insert, version: 0, time: 2000, duration: 5000, scale: 1000)
            + Self.box("moof", 100) + Self.box("mdat", 5000)
            + SpliceMessages.box(Self.insert, version: 1, time: 5 << 32, scale: 90_000) + Self.box("moof", 100)
        let found = EventMessage.list(in: segment)
        expect(found.map(\.splices), is: [[Self.cue], [Self.cue]])
        #expect(found.first?.time == .fromStart(.seconds(2)) && found.first?.duration == .seconds(5))
        expect(found.last?.time, is: .onTrack(MediaTime(nanoseconds: Int64((Double(5 << 32) / 9 * 1e5).rounded()))))
        expect(found.last?.duration, is: nil)
        for length in 0..<segment.count { #expect(EventMessage.list(in: Array(segment.prefix(length))).count <= 2) }
    }

    @Test("XML messages are read like binary ones, and unknown schemes are ignored")
    func forms() {
        let text = """
            <SpliceInfoSection xmlns='urn:scte:scte35:2013:xml'><SpliceInsert spliceEventId='7' \
            outOfNetworkIndicator='true'><BreakDuration duration='900000'/></SpliceInsert></SpliceInfoSection>
            """
        func splices(_ scheme: String, _ content: [UInt8]) -> [[SpliceCue]] {
            EventMessage.list(in: SpliceMessages.box(content, version: 0, time: 0, scheme: scheme)).map(\.splices)
        }
        expect(splices("urn:scte:scte35:2013:xml", Array(text.utf8)), is: [[Self.cue]])
        expect(splices("urn:scte:scte35:2014:xml+bin", Array("<Signal><Binary>x</Binary></Signal>".utf8)), is: [])
        expect(splices("URN:SCTE:SCTE35:2013:BIN", Self.insert), is: [[Self.cue]])
        #expect(splices("https://aomedia.org/emsg/ID3", Self.insert) == [])
        expect(splices("urn:scte:scte35:2013:bin", Array(Self.insert.dropLast())), is: [])
        expect(splices("urn:scte:scte35:2013:xml", Array("<SpliceInfoSection".utf8)), is: [])
        expect(EventMessage.list(in: SpliceMessages.box(Self.insert, version: 0, time: 0, scale: 0)), is: [])
        expect(EventMessage.list(in: SpliceMessages.box(Self.insert, version: 2, time: 0)), is: [])
        expect(EventMessage.list(in: SpliceMessages.box(Self.insert, version: 1, time: -1)), is: [], "no such time")
    }

    @Test("message times count from the segment's start or on the track's axis, and repeats are one break")
    func places() throws {
        var log = SpliceLog()
        func add(_ box: [UInt8], start: MediaTime, shift: MediaTime) throws {
            _ = log.add(try #require(EventMessage.list(in: box).first), inSegmentAt: start, shift: shift)
        }
        for _ in 0..<3 {
            for (version, time) in [(0 as UInt8, 180_000 as Int64), (1, 1_350_000)] {
                let box = SpliceMessages.box(Self.insert, version: version, time: time)
                try add(box, start: .seconds(4), shift: .seconds(-9))
            }
        }
        let bare = SpliceMessages.insert(8, ticks: 1, duration: nil)
        try add(
            SpliceMessages.box(bare, version: 0, time: 0, duration: 450_000), start: .seconds(30), shift: .zero)
        // This time is a day off.
        try add(SpliceMessages.box(Self.insert, version: 1, time: 8_000_000_000), start: .seconds(4), shift: .zero)
        expect(
            AdvertMarks.marks(log.cues).map { [$0.start, $0.end] },
            is: [
                [.time(.seconds(6)), .time(.seconds(16))], [.time(.seconds(30)), .time(.seconds(35))],
            ])
    }

    @Test("the number of boxes and messages is bounded, and mutated segments end in values", arguments: 0..<4)
    func hostile(seed: Int) {
        let one = SpliceMessages.box(Self.insert, version: 0, time: 1)
        expect(EventMessage.list(in: Array(repeatElement(one, count: 500).joined())).count, is: 64)
        let empty = Array(repeatElement(Self.box("free", 0), count: 20_000).joined())
        #expect(EventMessage.list(in: empty + one).isEmpty)
        var random = SeededGenerator(seed: UInt64(seed))
        var read = 0
        for round in 0..<Rounds.of(1000) {
            var bytes =
                Self.box("styp", 4) + SpliceMessages.box(Self.insert, version: UInt8(round & 1), time: 90)
                + Self.box("moof", 8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            read += EventMessage.list(in: bytes).count
        }
        #expect(read > 100, "\(read)")
    }
}
