import Manifests
import PlayCore
import TestSupport
import Testing

/// Messages among the bytes of a whole file, which are read as a demuxer reads them.
@Suite("Messages of files")
struct EventMessageFinderTests {
    private static let message = SpliceMessages.box(
        SpliceMessages.insert(7, ticks: nil, duration: 900_000), version: 1, time: 3000, scale: 1000)

    private static func box(_ name: String, _ length: Int) -> [UInt8] {
        SpliceMessages.number(Int64(length + 8), 4) + Array(name.utf8) + [UInt8](repeating: 0x65, count: length)
    }

    /// Of 64-bit length.
    private static func longBox(_ name: String, _ length: Int) -> [UInt8] {
        SpliceMessages.number(1, 4) + Array(name.utf8) + SpliceMessages.number(Int64(length + 16), 8)
            + [UInt8](repeating: 0, count: length)
    }

    private static let head = box("ftyp", 16) + box("moov", 500)
    private static let fragment = message + box("moof", 200) + longBox("mdat", 3000)
    private static let film = head + fragment + fragment + fragment

    private func note(_ finder: inout EventMessageFinder, _ bytes: [UInt8], _ range: Range<Int>) {
        bytes[range].withUnsafeBytes { finder.note($0, at: Int64(range.lowerBound)) }
    }

    private func offsets(_ finder: inout EventMessageFinder) -> [Int64] { finder.newMessages().map(\.offset) }

    private static let places = (0..<3).map { Int64(head.count + $0 * fragment.count) }

    @Test("all are found once, whatever pieces the file is read in", arguments: [1, 5, 8, 61, 64, 1000, 65_536])
    func pieces(size: Int) {
        var finder = EventMessageFinder()
        for start in stride(from: 0, to: Self.film.count, by: size) {
            note(&finder, Self.film, start..<min(Self.film.count, start + size))
        }
        let found = finder.newMessages()
        expect(found.map(\.offset), is: Self.places)
        #expect(found.allSatisfy { $0.message.time == .onTrack(.seconds(3)) })
        #expect(finder.newMessages().isEmpty)
    }

    @Test("first bytes that come in two pieces tell what the file is, with a look at its end in between")
    func shortBegin() {
        let film = Self.film
        for length in 1..<8 {
            var finder = EventMessageFinder()
            note(&finder, film, 0..<length)
            note(&finder, film, film.count - 16..<film.count)
            note(&finder, film, length..<film.count)
            expect(offsets(&finder), is: Self.places, "\(length)")
            var again = EventMessageFinder()
            note(&again, film, 0..<length)
            note(&again, film, 0..<film.count)
            expect(offsets(&again), is: Self.places, "\(length), from the beginning once more")
            var other = EventMessageFinder()
            note(&other, Self.fragment, 0..<length)
            note(&other, Self.fragment, length..<Self.fragment.count)
            expect(offsets(&other), is: [])
        }
    }

    @Test("jumps: to a fragment's begin, into its middle, to the end and back")
    func jumps() {
        let film = Self.film
        var finder = EventMessageFinder()
        note(&finder, film, 0..<Self.head.count + 50)
        // As the index at the end is read.
        note(&finder, film, film.count - 16..<film.count)
        note(&finder, film, Self.head.count..<Self.head.count + Self.fragment.count)
        expect(offsets(&finder), is: [Self.places[0]], "read again from its begin")
        let second = Self.head.count + Self.fragment.count
        note(&finder, film, second..<film.count)
        expect(offsets(&finder), is: Array(Self.places[1...]))
        var other = EventMessageFinder()
        note(&other, film, 0..<Self.head.count)
        note(&other, film, second + Self.message.count..<film.count)
        expect(offsets(&other), is: [Self.places[2]])
        var middle = EventMessageFinder()
        note(&middle, film, 0..<Self.head.count)
        note(&middle, film, second + 1000..<film.count)
        expect(offsets(&middle), is: [], "nobody knows where a box begins there")
    }

    @Test("what is no such file is passed over, and 20,000 mutated files end in no more than what is kept")
    func others() {
        var finder = EventMessageFinder()
        note(&finder, Self.fragment, 0..<Self.fragment.count)
        expect(offsets(&finder), is: [])
        var random = SeededGenerator(seed: 5)
        for _ in 0..<20_000 {
            var film = Self.film
            for _ in 0..<4 {
                film[Int.random(in: 0..<film.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            film[Int.random(in: 4..<8, using: &random)] = Self.film[4...7].randomElement(using: &random) ?? 0
            var finder = EventMessageFinder()
            note(&finder, film, 0..<film.count)
            #expect(finder.newMessages().count <= 3)
        }
        let masses = Self.head + (0..<1000).flatMap { _ in Self.message }
        note(&finder, masses, 0..<masses.count)
        var many = EventMessageFinder()
        note(&many, masses, 0..<masses.count)
        expect(many.newMessages().count, is: 256)
    }
}
