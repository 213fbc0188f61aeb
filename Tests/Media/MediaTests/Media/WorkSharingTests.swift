import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("One decoder thread or all processors")
struct WorkSharingTests {
    /// A film with a key frame each second, of which one thread needs `cost` seconds of time for each second.
    private struct Film {
        var sharing = WorkSharing()
        var cost = 0.2
        var second = 0
        var threadTime = HostTime.zero

        /// Plays `seconds`. Returns the seconds at which the decoder changed.
        mutating func play(_ seconds: Int, isLate: Bool = false) -> [Int] {
            var changes: [Int] = []
            for _ in 0..<seconds {
                for _ in 0..<25 { sharing.note(isLate: isLate, isSkipping: isLate) }
                second += 1
                threadTime = threadTime + HostTime(nanoseconds: Int64(cost * 1e9))
                if sharing.changes(atKeyframe: .seconds(second), threadTime: threadTime) { changes.append(second) }
            }
            return changes
        }
    }

    @Test("one thread decodes while pictures are in time, and late pictures share the work from the next key frame")
    func sharing() {
        var film = Film()
        expect(film.play(100), is: [])
        expect(film.play(5, isLate: true), is: [101])
        #expect(film.sharing.isShared)
    }

    @Test("shared work returns to one thread after 30 s in time, and after twice as long the next time")
    func returning() {
        var film = Film()
        expect(film.play(10), is: [])
        expect(film.play(5, isLate: true), is: [11])
        expect(film.play(60), is: [45])
        #expect(!film.sharing.isShared)
        expect(film.play(1, isLate: true), is: [76])
        expect(film.play(59), is: [])
        expect(film.play(1), is: [136])
    }

    @Test("shared work stays shared if one thread would be busy most of the time")
    func heavy() {
        var film = Film(cost: 0.8)
        expect(film.play(10), is: [])
        expect(film.play(2, isLate: true), is: [11])
        expect(film.play(1000), is: [])
    }

    @Test("a film that is late from its first picture returns to one thread as a trial")
    func unknown() {
        var film = Film(cost: 0.8)
        expect(film.play(2, isLate: true), is: [1])
        expect(film.play(40), is: [32])
    }

    @Test("a jump does not count as time without late pictures")
    func jumps() {
        var film = Film()
        expect(film.play(3, isLate: true), is: [1])
        film.sharing.flush()
        let changes = film.sharing.changes(atKeyframe: .seconds(5000), threadTime: .seconds(1))
        #expect(!changes)
        #expect(film.sharing.isShared)
    }

    @Test(
        "a decoder that shares the work reports its threads and delivers every picture once",
        .enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "one processor shares nothing"))
    func decoder() throws {
        var names: [String] = []
        let frames = try ScalingPictures.frames(of: Fixtures.source("counter.mp4"), name: "counter.mp4", count: 1000) {
            $0.setTooSlow(true)
            if names.last != $0.name { names.append($0.name) }
        }
        expect(names.count, is: 2)
        expect(names.first, is: "h264")
        expect(names.last?.hasSuffix(" threads)"), is: true)
        expect(frames.count, is: 250)
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.time - $0.time == .milliseconds(40) })
    }
}
