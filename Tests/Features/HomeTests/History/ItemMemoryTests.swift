import PlayCore
import TestSupport
import Testing

@testable import History

@Suite struct ItemMemoryTests {
    private static let key = ResumeKey.video(id: "/film.mkv")
    private let start = HostTime.seconds(1000)

    private func memory(
        _ key: ResumeKey? = key, keepsHistory: Bool = false, isCutShort: Bool = false
    ) -> ItemMemory {
        ItemMemory(key, policy: ResumePolicy(), keepsHistory: keepsHistory, isCutShort: isCutShort)
    }

    /// Returns an observation of a film of ten minutes, at `position` in seconds, `seconds` after the start.
    private func observation(_ phase: ItemMemory.Phase, _ position: Double, at seconds: Double)
        -> ItemMemory.Observation
    {
        .init(
            phase: phase,
            clock: ClockReading(
                position: MediaTime(seconds: position), hostTime: start + .milliseconds(Int(seconds * 1000)),
                rate: .normal, isRunning: phase == .moving),
            duration: .seconds(600), title: "Film")
    }

    private func show(
        _ memory: inout ItemMemory, _ phase: ItemMemory.Phase, _ position: Double, at seconds: Double
    ) -> [ItemMemory.Change] {
        memory.observe(observation(phase, position, at: seconds), at: start + .milliseconds(Int(seconds * 1000)))
    }

    private func save(_ seconds: Double) -> [ItemMemory.Change] {
        [.resume(.save(Self.key, position: MediaTime(seconds: seconds), duration: .seconds(600)))]
    }

    private func leave(_ memory: inout ItemMemory, at seconds: Double) -> [ItemMemory.Change] {
        memory.leave(at: start + .milliseconds(Int(seconds * 1000)))
    }

    @Test("PLAY-16: playback is saved every 5 s, and jitter of the clock is not taken for a seek")
    func playing() {
        var memory = memory()
        expect(show(&memory, .opening, 0, at: 0), is: [])
        expect(show(&memory, .moving, 300, at: 1), is: [])
        expect(memory.nextWrite, is: start + .seconds(6))
        for tenth in 11..<60 {
            expect(show(&memory, .moving, 299 + Double(tenth) / 10, at: Double(tenth) / 10), is: [])
        }
        // The sound clock may be corrected by up to a quarter of a second.
        expect(show(&memory, .moving, 305.2, at: 6), is: save(305.2))
        expect(memory.nextWrite, is: start + .seconds(11))
    }

    @Test("PLAY-16: a long pause between two observations is no seek, and the position is saved at once")
    func lateLook() {
        var memory = memory()
        _ = show(&memory, .moving, 300, at: 0)
        expect(show(&memory, .moving, 330, at: 30), is: save(330))
    }

    @Test("PLAY-16: a jump of the position is a seek and saved at once, playing or paused")
    func seeks() {
        var memory = memory()
        _ = show(&memory, .moving, 300, at: 0)
        expect(show(&memory, .still, 100, at: 1), is: save(100))
        expect(show(&memory, .still, 100, at: 1.5), is: [])
        expect(show(&memory, .moving, 100.1, at: 2), is: [])
        expect(show(&memory, .still, 101.1, at: 3), is: [])
        expect(show(&memory, .still, 100.1, at: 4), is: save(100.1))
        expect(show(&memory, .still, 100.3, at: 5), is: [])
    }

    @Test("PLAY-16: leaving an item saves the position of that moment once")
    func leaving() {
        var memory = memory()
        _ = show(&memory, .moving, 300, at: 0)
        expect(leave(&memory, at: 2.5), is: save(302.5))
        expect(leave(&memory, at: 3), is: [])
        expect(memory.nextWrite, is: nil)
    }

    @Test("an item that was never opened keeps its record")
    func neverOpen() {
        var memory = memory(keepsHistory: true)
        _ = show(&memory, .opening, 0, at: 0)
        expect(show(&memory, .failed, 0, at: 1), is: [])
        expect(leave(&memory, at: 1), is: [])
    }

    @Test("PLAY-16: a failure during playback saves the last position")
    func failure() {
        var memory = memory()
        _ = show(&memory, .still, 300, at: 0)
        expect(show(&memory, .failed, 0, at: 1), is: save(300))
        expect(leave(&memory, at: 2), is: [])
    }

    @Test("PLAY-17: the end removes the record at once, and seeking back from it creates a new one")
    func end() {
        var memory = memory()
        _ = show(&memory, .moving, 590, at: 0)
        expect(show(&memory, .ended, 600, at: 10), is: [.resume(.remove(Self.key))])
        expect(show(&memory, .ended, 600, at: 11), is: [])
        expect(show(&memory, .moving, 100, at: 12), is: [])
        expect(leave(&memory, at: 13), is: save(101))
    }

    @Test("PLAY-16: an end set with --end saves the position like a stop")
    func cutShort() {
        var memory = memory(isCutShort: true)
        _ = show(&memory, .moving, 299, at: 0)
        expect(show(&memory, .ended, 300, at: 1), is: save(300))
    }

    @Test("a clip that is over at the first observation counts as played")
    func overAtOnce() {
        var memory = memory(keepsHistory: true)
        expect(
            show(&memory, .ended, 600, at: 0),
            is: [
                .begin(Self.key, title: "Film"), .resume(.remove(Self.key)),
                .end(Self.key, position: .seconds(600), duration: .seconds(600)),
            ])
    }

    @Test("INFO-01: the history gets a single beginning and the last position")
    func history() {
        var memory = memory(keepsHistory: true)
        expect(show(&memory, .moving, 300, at: 0), is: [.begin(Self.key, title: "Film")])
        expect(show(&memory, .still, 300, at: 0), is: [])
        expect(
            leave(&memory, at: 1),
            is: save(300) + [
                .end(Self.key, position: .seconds(300), duration: .seconds(600))
            ])
    }

    @Test("a picture is in the history without a position, and standard input is not recorded")
    func noReturn() {
        var picture = memory(keepsHistory: true)
        var observation = observation(.still, 3, at: 0)
        observation.canReturn = false
        expect(picture.observe(observation, at: start), is: [.begin(Self.key, title: "Film")])
        expect(
            picture.leave(at: start), is: [.end(Self.key, position: .seconds(3), duration: .seconds(600))])
        var pipe = memory(nil, keepsHistory: true)
        expect(show(&pipe, .moving, 300, at: 0), is: [])
        expect(show(&pipe, .still, 100, at: 9), is: [])
        expect(leave(&pipe, at: 10), is: [])
    }
}
