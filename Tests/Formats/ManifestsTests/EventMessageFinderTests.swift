import Manifests
import PlayCore
import TestSupport
import Testing

/// Messages among the bytes of a whole file that is read as a demuxer reads it.
@Suite("Event messages of files")
struct EventMessageFinderTests {
    private static let message = SpliceMessages.box(
        SpliceMessages.insert(7, ticks: nil, duration: 900_000), version: 1, time: 3000, scale: 1000)

    private static func box(_ name: String, _ length: Int) -> [UInt8] {
        SpliceMessages.number(Int64(length + 8), 4) + Array(name.utf8) + [UInt8](repeating: 0x65, count: length)
    }

    /// Returns a box with a 64-bit length.
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

    @Test("every message is found once, in pieces of any size", arguments: [1, 5, 8, 61, 64, 1000, 65_536])
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

    @Test("a file is recognised even if its first bytes arrive in two pieces")
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

    @Test("messages are found across jumps to the start, middle and end of fragments")
    func jumps() {
        let film = Self.film
        var finder = EventMessageFinder()
        note(&finder, film, 0..<Self.head.count + 50)
        // The index at the end is read like this.
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

    @Test("other files are ignored, and 20,000 mutated files yield a bounded number of messages")
    func others() {
        var finder = EventMessageFinder()
        note(&finder, Self.fragment, 0..<Self.fragment.count)
        expect(offsets(&finder), is: [])
        var random = SeededGenerator(seed: 5)
        for _ in 0..<Rounds.of(20_000) {
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
