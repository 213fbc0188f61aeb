import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("PlayerModel", .timeLimit(.minutes(10)))
struct PlayerModelTests {
    /// Delivers until `condition` holds.
    private func pump(_ model: PlayerModel, until condition: () -> Bool) -> Bool {
        let bell = Doorbell()
        let clock = SystemClock()
        let deadline = clock.now + Patience.limit
        while !condition(), clock.now < deadline {
            model.deliver()
            _ = bell.wait(after: 0, until: clock.now + .milliseconds(2))
        }
        return condition()
    }

    @Test("PLAY-24, OBS-01, OBS-06: the status is observed with new and old value, each change once, in order")
    func status() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let model = PlayerModel(session: harness.session)
        var seen: [[PlayStatus?]] = []
        model.playStatus.observe(options: [.initial, .new, .old]) { new, old, _ in
            seen.append([new, old])
            return .keep
        }
        harness.open("short-picture.mp4")
        #expect(pump(model) { model.playStatus.value == .reachEnd })
        #expect(seen.first == [.unload, nil] && seen.last == [.reachEnd, .playing])
        for (change, next) in zip(seen, seen.dropFirst()) { #expect(change[0] == next[1]) }
    }

    @Test("PLAY-25, OBS-04: duration and current time are observed together, coalesced to one call a delivery")
    func progress() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let model = PlayerModel(session: harness.session)
        var calls = 0
        let merged = MergedObservation(of: [model.duration, model.currentTime]) {
            calls += 1
            return .keep
        }
        harness.open("counter.mp4")
        #expect(pump(model) { model.currentTime.value > .milliseconds(300) })
        #expect(model.duration.value == .seconds(10) && model.cachedDuration.value > .zero)
        // Many changes, and still one call.
        let before = calls
        merged.deliver()
        #expect(calls == before + 1)
        merged.deliver()
        #expect(calls == before + 1)
    }

    @Test(
        "PLAY-31, OBS-02: failure is an event with the item and the error; ARCH-10: lifecycle events arrive once each")
    func failure() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let model = PlayerModel(session: harness.session)
        var failures: [(String?, PlayErrorCode)] = []
        var events: [LifecycleEvent] = []
        model.playFailed.observe { item, error in
            failures.append((item, error.code))
            return .keep
        }
        model.lifecycle.observe { event, _ in
            events.append(event)
            return .keep
        }
        harness.open("text.mp4")
        #expect(pump(model) { !failures.isEmpty })
        #expect(failures.count == 1 && failures[0].0 == "text.mp4" && failures[0].1 == .playFailed)
        #expect(events.filter { $0 == .fail }.count == 1)
    }

    @Test("OBS-07: nothing is delivered but by the thread that delivers")
    func deliveryThread() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let model = PlayerModel(session: harness.session)
        var calls = 0
        model.playStatus.observe(options: [.new]) { _, _, _ in
            calls += 1
            return .keep
        }
        harness.open("counter.mp4")
        // The session's own threads are far ahead; the observer has heard nothing yet.
        _ = try #require(harness.wait { $0.status == .playing })
        #expect(calls == 0)
        model.deliver()
        #expect(calls == 1 && model.playStatus.value == .playing)
    }
}
