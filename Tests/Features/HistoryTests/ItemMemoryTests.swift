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

    /// A film of ten minutes; `position` in seconds at `seconds` after the start.
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

    @Test("PLAY-16: playing writes each 5 s; the clock's own readings are no seeks, whatever the rate of them")
    func playing() {
        var memory = memory()
        expect(show(&memory, .opening, 0, at: 0), is: [])
        expect(show(&memory, .moving, 300, at: 1), is: [])
        expect(memory.nextWrite, is: start + .seconds(6))
        for tenth in 11..<60 {
            expect(show(&memory, .moving, 299 + Double(tenth) / 10, at: Double(tenth) / 10), is: [])
        }
        // The sound's clock is corrected by less than a quarter of a second.
        expect(show(&memory, .moving, 305.2, at: 6), is: save(305.2))
        expect(memory.nextWrite, is: start + .seconds(11))
    }

    @Test("PLAY-16: nobody looked for a while: it is no seek, and written at the first look")
    func lateLook() {
        var memory = memory()
        _ = show(&memory, .moving, 300, at: 0)
        expect(show(&memory, .moving, 330, at: 30), is: save(330))
    }

    @Test("PLAY-16: a jump of the position is a seek and written at once, playing and paused, also a short one")
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

    @Test("PLAY-16: leaving writes the position of that moment, once")
    func leaving() {
        var memory = memory()
        _ = show(&memory, .moving, 300, at: 0)
        expect(leave(&memory, at: 2.5), is: save(302.5))
        expect(leave(&memory, at: 3), is: [])
        expect(memory.nextWrite, is: nil)
    }

    @Test("what never was open, or fails before it is, changes nothing: its record stays")
    func neverOpen() {
        var memory = memory(keepsHistory: true)
        _ = show(&memory, .opening, 0, at: 0)
        expect(show(&memory, .failed, 0, at: 1), is: [])
        expect(leave(&memory, at: 1), is: [])
    }

    @Test("PLAY-16: a failure while playing writes the last position, not the failure's zero")
    func failure() {
        var memory = memory()
        _ = show(&memory, .still, 300, at: 0)
        expect(show(&memory, .failed, 0, at: 1), is: save(300))
        expect(leave(&memory, at: 2), is: [])
    }

    @Test("PLAY-17: the end removes the record at once; who comes back from it is recorded again")
    func end() {
        var memory = memory()
        _ = show(&memory, .moving, 590, at: 0)
        expect(show(&memory, .ended, 600, at: 10), is: [.resume(.remove(Self.key))])
        expect(show(&memory, .ended, 600, at: 11), is: [])
        expect(show(&memory, .moving, 100, at: 12), is: [])
        expect(leave(&memory, at: 13), is: save(101))
    }

    @Test("PLAY-16: an end that the viewer asked for (--end) is a stop like another")
    func cutShort() {
        var memory = memory(isCutShort: true)
        _ = show(&memory, .moving, 299, at: 0)
        expect(show(&memory, .ended, 300, at: 1), is: save(300))
    }

    @Test("a clip so short that it is over when it is first looked at has been played")
    func overAtOnce() {
        var memory = memory(keepsHistory: true)
        expect(
            show(&memory, .ended, 600, at: 0),
            is: [
                .begin(Self.key, title: "Film"), .resume(.remove(Self.key)),
                .end(Self.key, position: .seconds(600), duration: .seconds(600)),
            ])
    }

    @Test("INFO-01: the history gets one beginning and the place where it was left")
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

    @Test("a picture is in the history, and has no position; standard input is nowhere")
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
