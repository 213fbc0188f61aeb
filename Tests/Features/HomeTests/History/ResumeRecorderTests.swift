import PlayCore
import TestSupport
import Testing

@testable import History

@Suite struct ResumePolicyTests {
    @Test("PLAY-15, PLAY-10: playback starts at the record, unless resuming is off or an initial time is given")
    func start() {
        var policy = ResumePolicy()
        expect(policy.start(record: .seconds(90), initialPlayTime: .zero), is: .seconds(90))
        expect(policy.start(record: .seconds(90), initialPlayTime: MediaTime(nanoseconds: 1)), is: nil)
        expect(policy.start(record: .seconds(90), initialPlayTime: nil), is: nil)
        expect(policy.start(record: nil, initialPlayTime: .zero), is: nil)
        expect(policy.start(record: .zero, initialPlayTime: .zero), is: nil)
        policy.isEnabled = false
        expect(policy.start(record: .seconds(90), initialPlayTime: .zero), is: nil)
    }

    @Test("a policy that does not write still uses existing records")
    func readsOnly() {
        var policy = ResumePolicy()
        policy.writes = false
        expect(policy.start(record: .seconds(90), initialPlayTime: .zero), is: .seconds(90))
    }

    @Test(
        "PLAY-17: an item is finished with strictly less than the interval left, 5 s by default",
        arguments: [
            (95_000, 100_000, false), (95_001, 100_000, true), (94_999, 100_000, false), (100_000, 100_000, true),
            (100_500, 100_000, true), (0, 4999, true), (0, 5000, false),
        ])
    func end(position: Int, duration: Int, isFinished: Bool) {
        let policy = ResumePolicy()
        expect(policy.ignorableRemainingTimeInterval, is: .seconds(5))
        expect(
            policy.isFinished(at: .milliseconds(position), duration: .milliseconds(duration)), is: isFinished)
    }

    @Test("PLAY-17: the interval can be set; with 0 or less an item is finished only beyond its end")
    func interval() {
        let long = ResumePolicy(ignorableRemainingTimeInterval: .seconds(60))
        #expect(long.isFinished(at: .seconds(41), duration: .seconds(100)))
        #expect(!long.isFinished(at: .seconds(40), duration: .seconds(100)))
        let none = ResumePolicy(ignorableRemainingTimeInterval: .seconds(-1))
        expect(none, is: ResumePolicy(ignorableRemainingTimeInterval: .zero))
        #expect(!none.isFinished(at: .seconds(100), duration: .seconds(100)))
    }

    @Test("PLAY-17: an item without a duration never counts as finished")
    func unknownDuration() { #expect(!ResumePolicy().isFinished(at: .seconds(1_000_000), duration: nil)) }
}

@Suite struct ResumeRecorderTests {
    private static let key = ResumeKey.video(id: "/film.mkv")
    private let start = HostTime.seconds(1000)

    private func recorder(_ policy: ResumePolicy = ResumePolicy()) -> ResumeRecorder {
        ResumeRecorder(.recorded(Self.key), policy: policy)
    }

    private func save(_ seconds: Int, of duration: MediaTime? = .seconds(600)) -> [ResumeRecorder.Action] {
        [.save(Self.key, position: .seconds(seconds), duration: duration)]
    }

    /// Sends an event of a film of ten minutes, `seconds` after the start, and returns the resulting writes.
    private func tell(
        _ recorder: inout ResumeRecorder, _ event: ResumeRecorder.Event, at seconds: Double, position: Int,
        duration: MediaTime? = .seconds(600)
    ) -> [ResumeRecorder.Action] {
        recorder.event(
            event, position: .seconds(position), duration: duration,
            at: start + .milliseconds(Int(seconds * 1000)))
    }

    @Test("PLAY-16: the position is saved every 5 s while playing")
    func everyFiveSeconds() {
        var recorder = recorder()
        expect(tell(&recorder, .played, at: 0, position: 10), is: [])
        expect(recorder.nextWrite, is: start + .seconds(5))
        expect(tell(&recorder, .ticked, at: 4.999, position: 14), is: [])
        expect(tell(&recorder, .ticked, at: 5, position: 15), is: save(15))
        expect(tell(&recorder, .ticked, at: 9.999, position: 19), is: [])
        expect(tell(&recorder, .ticked, at: 10, position: 20), is: save(20))
    }

    @Test("PLAY-16: nothing is saved while paused, and playback before the pause counts for the next save")
    func paused() {
        var recorder = recorder()
        _ = tell(&recorder, .played, at: 0, position: 10)
        expect(tell(&recorder, .halted, at: 3, position: 13), is: [])
        expect(recorder.nextWrite, is: nil)
        expect(tell(&recorder, .ticked, at: 100, position: 13), is: [])
        expect(tell(&recorder, .played, at: 100, position: 13), is: [])
        expect(recorder.nextWrite, is: start + .seconds(102))
        expect(tell(&recorder, .ticked, at: 102, position: 15), is: save(15))
    }

    @Test("PLAY-16: every seek saves at once, playing or paused, and restarts the 5 s")
    func seek() {
        var recorder = recorder()
        expect(tell(&recorder, .seeked, at: 0, position: 300), is: save(300))
        _ = tell(&recorder, .played, at: 1, position: 300)
        expect(tell(&recorder, .seeked, at: 3, position: 200), is: save(200))
        expect(tell(&recorder, .seeked, at: 3.1, position: 210), is: save(210))
        expect(recorder.nextWrite, is: start + .milliseconds(8100))
    }

    @Test(
        "PLAY-16: the position is saved at once when playback stops",
        arguments: [ResumeRecorder.Stop.left, .failed, .ended(isCutShort: true)])
    func stop(_ stop: ResumeRecorder.Stop) {
        var recorder = recorder()
        _ = tell(&recorder, .played, at: 0, position: 10)
        expect(tell(&recorder, .stopped(stop), at: 2, position: 12), is: save(12))
        expect(recorder.nextWrite, is: nil)
        expect(tell(&recorder, .seeked, at: 3, position: 50), is: [])
        expect(tell(&recorder, .stopped(.left), at: 4, position: 50), is: [])
    }

    @Test("PLAY-17: near the end the record is removed and none is written")
    func nearEnd() {
        var recorder = recorder()
        _ = tell(&recorder, .played, at: 0, position: 590)
        expect(tell(&recorder, .ticked, at: 6, position: 596), is: [.remove(Self.key)])
        expect(tell(&recorder, .seeked, at: 7, position: 598), is: [.remove(Self.key)])
        expect(tell(&recorder, .seeked, at: 8, position: 595), is: save(595))
        expect(tell(&recorder, .stopped(.left), at: 8, position: 596), is: [.remove(Self.key)])
    }

    @Test("PLAY-17: the end removes the record at any position and duration")
    func end() {
        for duration in [MediaTime.seconds(600), nil] {
            var recorder = recorder()
            expect(
                tell(&recorder, .stopped(.ended(isCutShort: false)), at: 1, position: 300, duration: duration),
                is: [.remove(Self.key)])
        }
    }

    @Test("a position in an item of unknown duration is always saved")
    func unknownDuration() {
        var recorder = recorder()
        expect(tell(&recorder, .seeked, at: 0, position: 9000, duration: nil), is: save(9000, of: nil))
    }

    @Test("a clip shorter than the interval is never recorded")
    func shortClip() {
        var recorder = recorder()
        for (index, event) in [ResumeRecorder.Event.seeked, .seeked, .stopped(.left)].enumerated() {
            expect(tell(&recorder, event, at: 1, position: index, duration: .seconds(4)), is: [.remove(Self.key)])
        }
    }

    @Test("a position of zero is not recorded")
    func beginning() {
        var recorder = recorder()
        expect(tell(&recorder, .seeked, at: 0, position: 0), is: [.remove(Self.key)])
    }

    @Test("PLAY-15: nothing is written if resuming or writing is off, or if the item cannot be resumed")
    func off() {
        var disabled = ResumePolicy()
        disabled.isEnabled = false
        var silent = ResumePolicy()
        silent.writes = false
        for (item, policy) in [
            (ResumableItem.recorded(Self.key), disabled), (.recorded(Self.key), silent), (.unrecorded, ResumePolicy()),
        ] {
            var recorder = ResumeRecorder(item, policy: policy)
            _ = tell(&recorder, .played, at: 0, position: 10)
            expect(recorder.nextWrite, is: nil)
            expect(tell(&recorder, .ticked, at: 60, position: 70), is: [])
            expect(tell(&recorder, .seeked, at: 60, position: 70), is: [])
            expect(tell(&recorder, .stopped(.ended(isCutShort: false)), at: 60, position: 70), is: [])
        }
    }

    @Test(
        "PLAY-16, PLAY-17: playback is saved at least every 5 s, and no record lies near the end",
        arguments: 0..<50)
    func anyEvents(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var recorder = recorder()
        var (now, position, sinceWrite) = (start, MediaTime.zero, HostTime.zero)
        var isPlaying = false
        for _ in 0..<500 {
            // The recorder is called no later than it requests.
            var step = HostTime.milliseconds(Int.random(in: 0...3000, using: &random))
            if let next = recorder.nextWrite { step = min(step, next - now) }
            now = now + step
            if isPlaying {
                position = min(.seconds(600), position + MediaTime(nanoseconds: step.nanoseconds))
                sinceWrite = sinceWrite + step
            }
            let event = [ResumeRecorder.Event.ticked, .ticked, .played, .halted, .seeked].randomElement(using: &random)
            if event == .seeked { position = .milliseconds(Int.random(in: 0...600_000, using: &random)) }
            let due = recorder.nextWrite.map { now >= $0 } ?? false
            let actions = recorder.event(event ?? .ticked, position: position, duration: .seconds(600), at: now)
            if event == .seeked || (due && event == .ticked) {
                expect(actions.count, is: 1)
            } else {
                expect(actions, is: [])
            }
            for action in actions {
                switch action {
                case .save(_, let saved, _):
                    expect(saved, is: position)
                    #expect(position > .zero)
                    #expect(.seconds(600) - position >= .seconds(5))
                case .remove: #expect(position == .zero || .seconds(600) - position < .seconds(5))
                }
                sinceWrite = .zero
            }
            if event == .played { isPlaying = true }
            if event == .halted { isPlaying = false }
            #expect(sinceWrite <= .seconds(5) || event != .ticked)
            expect((recorder.nextWrite != nil), is: isPlaying)
        }
    }

    @Test(
        "a key with any characters is read back from its text",
        arguments: [
            ResumeKey.video(id: "/a/b%2F.mkv"), .video(id: "room:a/b/c"), .video(id: ""),
            .room(classID: "a/b", sessionID: "", version: "50%"), .room(classID: "a%2Fb", sessionID: "c", version: ""),
        ])
    func keys(key: ResumeKey) { expect(ResumeKey(text: key.text), is: key) }

    @Test("a malformed text is no key", arguments: ["", "film", "room:a/b", "room:a/b/c/d", "VIDEO:x"])
    func noKey(text: String) { expect(ResumeKey(text: text), is: nil) }
}
