import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("BufferOptimizer", .timeLimit(.minutes(10)))
struct BufferOptimizerTests {
    @Test("ARCH-35: the read-ahead grows with the watched time, from the minimum to the maximum")
    func grows() throws {
        let buffer = try #require(BufferOptimizer(minimum: .seconds(2), maximum: .seconds(5)))
        let sizes = [0, 1, 2, 3, 100].map { buffer.forwardBuffer(watched: .seconds($0), preferred: .seconds(60)) }
        expect(sizes, is: [2, 3, 4, 5, 5].map { MediaTime.seconds($0) })
        expect(BufferOptimizer.standard.minimum, is: .seconds(1))
        expect(BufferOptimizer.standard.maximum, is: .seconds(10))
    }

    @Test("ARCH-36: bounds below one second and a maximum below the minimum are rejected")
    func bounds() {
        expect(BufferOptimizer(minimum: .milliseconds(999), maximum: .seconds(5)), is: nil)
        expect(BufferOptimizer(minimum: .seconds(1), maximum: .milliseconds(999)), is: nil)
        expect(BufferOptimizer(minimum: .seconds(3), maximum: .seconds(2)), is: nil)
        #expect(BufferOptimizer(minimum: .seconds(1), maximum: .seconds(1)) != nil)
    }

    @Test("ARCH-37, ARCH-38: without a method only the preferred buffer counts, and zero removes it")
    func none() {
        let buffer = BufferOptimizer.none
        expect(buffer.forwardBuffer(watched: .seconds(60), preferred: .zero), is: nil)
        expect(buffer.forwardBuffer(watched: .zero, preferred: .seconds(3)), is: .seconds(3))
    }

    /// Returns whether the media read ahead of the position satisfies the condition once the item is ready.
    private func readAhead(_ harness: ControllerHarness, _ condition: (MediaTime) -> Bool) -> Bool {
        harness.pump { snapshot in
            guard snapshot.status == .ready, let buffered = snapshot.buffered else { return false }
            return condition(buffered.end - snapshot.clock.position)
        } != nil
    }

    @Test("ARCH-35: an item that has not played reads about a second ahead, not to its end")
    func startsSmall() throws {
        let harness = ControllerHarness()
        harness.setVideos("counter.mp4")
        harness.controller.open(at: 0, plays: false)
        // A second of packets; the first may precede the start, and some are already decoded.
        #expect(readAhead(harness) { $0 >= .milliseconds(750) })
        let snapshot = try #require(harness.pump { $0.status == .ready })
        #expect(try #require(snapshot.buffered).end < .seconds(4))
    }

    @Test("ARCH-38: a session's preferred buffer applies from the next decision on, and zero restores the default")
    func preferred() throws {
        var options = ControllerOptions()
        options.buffer = .none
        let talk = ControllerConversation(options: options)
        talk.setVideos("film")
        talk.controller.open(at: 0, plays: false)
        _ = try #require(talk.turn { $0.status == .ready })
        func forwardBuffer(_ machine: PlaybackMachine) -> MediaTime {
            var machine = machine
            return machine.forwardBuffer()
        }
        let own = forwardBuffer(talk.engine.talk.machine)
        for (preferred, expected) in [(MediaTime.seconds(8), MediaTime.seconds(8)), (.zero, own)] {
            talk.controller.session?.preferredForwardBuffer = preferred
            talk.engine.turn()
            expect(forwardBuffer(talk.engine.talk.machine), is: expected)
        }
        expect(own, is: LoadControl().targetDuration)
    }

    @Test("only played time counts as watched")
    func watched() {
        var watched = WatchedTime()
        for (position, isRunning) in [(0, true), (1, true), (2, true), (9, true), (10, false), (11, true), (12, true)] {
            watched.note(
                .init(position: .seconds(position), hostTime: .zero, rate: .normal, isRunning: isRunning))
        }
        expect(watched.total, is: .seconds(3))
    }
}
