import PlayCore
import PlaybackModel
import TestSupport
import Testing

@Suite("Unanswered requests")
struct PendingRequestsTests {
    private static func snapshot(answered: Int = 0) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = .playing
        snapshot.canSeek = true
        snapshot.duration = .seconds(100)
        snapshot.answered = answered
        return snapshot
    }

    private static func command(_ random: inout SeededGenerator) -> PlaybackCommand {
        let number = Int.random(in: 0...100, using: &random)
        let commands: [PlaybackCommand] = [
            .play, .pause, .togglePause, .seek(.absolute(.seconds(number)), .exact), .revertSeek, .step(1),
            .setRate(PlaybackRate(Double(number + 1) / 10)), .setVolume(number), .setMuted(number % 2 == 0),
            .setAudioDelay(.milliseconds(number)), .setPassesSilence(number % 2 == 0), .selectTrack(.audio, id: number),
            .selectTrack(.video, id: nil),
            .setLoopFile(number), .setABLoop(start: .seconds(number), end: nil), .selectDefinition(number), .reload,
        ]
        return commands[Int.random(in: commands.indices, using: &random)]
    }

    @Test("Any order of requests and answers ends with nothing pending and the engine's own values", arguments: 0..<40)
    func endsEmpty(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var shown = ShownPlayback()
        var engine = Self.snapshot()
        var last = 0
        shown.report(engine)
        for _ in 0..<200 {
            if Bool.random(using: &random) {
                let command = Self.command(&random)
                last += 1
                shown.ask(command, to: .seconds(last))
                shown.sent(command, number: Int.random(in: 0..<5, using: &random) == 0 ? 0 : last)
            } else {
                engine.answered = Int.random(in: engine.answered...last, using: &random)
                engine.volume = Int.random(in: 0...130, using: &random)
                shown.report(engine)
            }
            expect(shown.reported, is: engine)
        }
        engine.answered = last
        shown.report(engine)
        #expect(shown.pending.isEmpty)
        expect(shown.snapshot, is: engine)
        expect(shown.pending.target, is: nil)
    }

    @Test("The newer of two requests for the same setting is shown until it is answered")
    func newestCounts() {
        var shown = ShownPlayback()
        shown.report(Self.snapshot())
        for (number, volume) in [(1, 40), (2, 60)] {
            shown.ask(.setVolume(volume))
            shown.sent(.setVolume(volume), number: number)
        }
        expect(shown.snapshot.volume, is: 60)
        var snapshot = Self.snapshot(answered: 1)
        snapshot.volume = 40
        shown.report(snapshot)
        expect(shown.snapshot.volume, is: 60)
        expect(shown.reported.volume, is: 40)
        snapshot.answered = 2
        shown.report(snapshot)
        expect(shown.snapshot.volume, is: 40)
    }

    @Test("Repeated toggles alternate between playing and paused from the shown state")
    func toggling() {
        var shown = ShownPlayback()
        shown.report(Self.snapshot())
        for (number, expected) in [(1, true), (2, false), (3, true)] {
            shown.ask(.togglePause)
            shown.sent(.togglePause, number: number)
            expect(shown.pending.isPaused, is: expected)
        }
        shown.report(Self.snapshot(answered: 3))
        expect(shown.pending.isPaused, is: nil)
    }

    @Test("Requests sent to one engine are not expected to be answered by another")
    func otherEngine() {
        var shown = ShownPlayback()
        shown.report(Self.snapshot(answered: 9))
        shown.ask(.setVolume(40))
        shown.sent(.setVolume(40), number: 10)
        shown.report(Self.snapshot(answered: 9))
        expect(shown.snapshot.volume, is: 40)
        shown.report(Self.snapshot(answered: 1))
        #expect(shown.pending.isEmpty)
        expect(shown.snapshot.volume, is: 100)
    }

    @Test("The snapshot alone decides whether a request is refused")
    func refusals() {
        var snapshot = Self.snapshot()
        expect(snapshot.refusal(of: .seek(.percent(50), .exact)), is: nil)
        expect(snapshot.refusal(of: .seek(.chapter(0), .exact)), is: .noSuchChapter)
        expect(snapshot.refusal(of: .selectTrack(.video, id: nil)), is: .nothingToPlayAlone)
        expect(snapshot.refusal(of: .selectTrack(.audio, id: 7)), is: .noSuchTrack)
        expect(snapshot.refusal(of: .selectDefinition(0)), is: .noSuchDefinition)
        expect(snapshot.refusal(of: .selectDefinition(nil)), is: nil)
        expect(snapshot.refusal(of: .setVolume(3)), is: nil)
        snapshot.canSeek = false
        expect(snapshot.refusal(of: .seek(.chapter(0), .exact)), is: .cannotSeek)
        expect(snapshot.refusal(of: .revertSeek), is: .cannotSeek)
        snapshot.status = .failed
        expect(snapshot.refusal(of: .step(1)), is: .order(.hasFailed))
    }
}
