import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Preloading", .timeLimit(.minutes(10)))
struct PreloadingTests {
    @Test("ARCH-13: by default no item is preloaded")
    func never() throws {
        let talk = ControllerConversation()
        talk.setVideos("first", "second")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .reachEnd })
        #expect(talk.engine.preloads.isEmpty)
    }

    @Test("ARCH-14: the next item is requested once, when it is due")
    func due() throws {
        var options = ControllerOptions()
        options.preloading = .policy(PreloadingPolicy(percent: 50))
        let talk = ControllerConversation(options: options)
        talk.setVideos("first", "second", "third")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.clock.position >= .milliseconds(4950) })
        #expect(talk.engine.preloads.isEmpty)
        _ = try #require(talk.turn { $0.status == .reachEnd })
        let asked = talk.engine.preloads
        expect(asked.map { $0.map(\.name) }, is: [["second"]])
        talk.controller.move(by: 1)
        expect(talk.engine.inputs.last?.serial, is: asked[0][0].serial, "the same opening, not another one")
    }

    @Test(
        "ARCH-14: the next item is due at a percentage of progress, and never below 0 or above 100",
        arguments: [
            (50.0, 4.9, false), (50, 5, true), (0, 0, true), (100, 9.99, false), (100, 10, true), (-1, 10, false),
            (100.5, 10, false), (.nan, 10, false), (.infinity, 10, false),
        ])
    func policy(percent: Double, position: Double, isDue: Bool) {
        let policy = PreloadingPolicy(percent: percent)
        expect(policy.isDue(at: MediaTime(seconds: position), of: .seconds(10)), is: isDue)
        #expect(!PreloadingPolicy(percent: 50).isDue(at: .seconds(5), of: nil))
    }

    @Test("ARCH-14, ADV-12: the next item is opened once, ahead of time, and plays from the preloaded opening")
    func preloads() throws {
        var options = ControllerOptions()
        options.preloading = .policy(PreloadingPolicy(percent: 1))
        let harness = ControllerHarness(options: options)
        harness.setVideos("counter.mp4", "counter.ts")
        harness.controller.open(at: 0)
        _ = try #require(harness.pump { _ in harness.opened.all == ["counter.mp4", "counter.ts"] })
        expect(harness.controller.index, is: 0)
        harness.controller.move(by: 1)
        let playing = try #require(harness.pump { $0.status == .playing && $0.clock.position > .milliseconds(200) })
        expect(playing.item, is: "counter.ts")
        #expect(playing.hasPicture)
        expect(harness.opened.all, is: ["counter.mp4", "counter.ts"])
    }

    @Test("ADV-06: the c previous and c next items are preloaded, and items no longer near are not requested")
    func neighbours() throws {
        var options = ControllerOptions()
        options.preloading = .neighbours(1)
        let talk = ControllerConversation(options: options)
        talk.setVideos("0", "1", "2", "3")
        talk.controller.open(at: 1)
        _ = try #require(talk.turn { $0.status == .playing })
        let first = try #require(talk.engine.preloads.last)
        expect(first.map(\.name), is: ["2", "0"])
        talk.controller.move(by: 1)
        expect(talk.engine.inputs.last?.serial, is: first[0].serial)
        _ = try #require(talk.turn { $0.status == .playing })
        // The previous item was playing, so it is opened again for the way back.
        expect(talk.engine.preloads.last?.map(\.name), is: ["3", "1"])
        expect(PreloadScope.neighbours(2).wanted(at: .zero, of: nil), is: [1, -1, 2, -2])
        #expect(PreloadScope.neighbours(0).wanted(at: .zero, of: nil).isEmpty)
    }

    @Test("a preloaded item that cannot be opened fails only when its turn has come")
    func failsInTurn() throws {
        var options = ControllerOptions()
        options.preloading = .policy(PreloadingPolicy(percent: 0))
        let harness = ControllerHarness(options: options)
        harness.setVideos("counter.mp4", "missing")
        harness.controller.open(at: 0)
        let playing = try #require(harness.pump { _ in harness.opened.all.contains("missing") })
        expect(playing.error, is: nil)
        harness.controller.move(by: 1)
        try expect(#require(harness.pump { $0.status == .failed }).error?.code, is: .fileLost)
    }

    @Test("ADV-11: the last picture stays until the next item's first, unless it is cleared", arguments: [true, false])
    func keepsPicture(clears: Bool) throws {
        var options = ControllerOptions()
        options.clearShowWhenStop = clears
        let talk = ControllerConversation(options: options)
        talk.setVideos("first", "missing")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .playing })
        let before = talk.engine.actions.count
        talk.controller.move(by: 1)
        _ = try #require(talk.turn { $0.status == .failed })
        expect(Array(talk.engine.actions[before...]).clearsPicture, is: clears)
        let end = talk.engine.actions.count
        talk.controller.destroy()
        // Destroying clears the picture in any case.
        #expect(Array(talk.engine.actions[end...]).clearsPicture)
    }
}
