import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("RenditionLadder")
struct RenditionLadderTests {
    @Test("rungs are sorted by bit rate and size, duplicate keys are dropped, and an empty ladder is refused")
    func order() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(4, 1280, 720, key: "c"), Ladders.rung(1, 640, 360, key: "a"),
                Ladders.rung(2, 1280, 720, key: "b"), Ladders.rung(2, 960, 540, key: "b2"),
                Ladders.rung(9, 9, 9, key: "a"),
            ]))
        expect(ladder.rungs.map(\.key), is: ["a", "b2", "b", "c"])
        expect(ladder.index(of: "b"), is: 2)
        expect(ladder.index(of: "d"), is: nil)
        expect(RenditionLadder([]), is: nil)
    }

    @Test("PLAY-13: an audio-only rung is used for adaptation only if there is no other rung")
    func sound() throws {
        let sound = Ladders.rung(0.1, key: "sound", isAudioOnly: true)
        let ladder = try #require(RenditionLadder([sound, Ladders.rung(1, 640, 360, key: "video")]))
        expect(ladder.adaptive, is: [1])
        expect(ladder.index(within: .zero), is: 1)
        try expect(#require(RenditionLadder([sound])).adaptive, is: [0])
    }

    @Test("ADV-68: the bandwidth selects the highest rung that it can carry, or else the lowest")
    func within() throws {
        let ladder = try Ladders.four()
        let cases: [(Double, Int)] = [(0.5, 0), (1, 0), (1.99, 0), (2, 1), (7.9, 2), (100, 3)]
        for (megabits, index) in cases { expect(ladder.index(within: .megabits(megabits)), is: index) }
    }

    @Test("the rung most like another item's has the same height, or else no higher bit rate")
    func alike() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 640, 360), Ladders.rung(2, 1280, 720), Ladders.rung(5, 1280, 720),
                Ladders.rung(8, 1920, 1080),
            ]))
        expect(ladder.index(like: Ladders.rung(9, 1280, 720)), is: 2)
        expect(ladder.index(like: Ladders.rung(3, 1280, 720)), is: 1)
        expect(ladder.index(like: Ladders.rung(3, 960, 540)), is: 1)
        expect(ladder.index(like: Ladders.rung(6)), is: 2)
    }

    @Test("ADV-27: stream −1 selects automatic adaptation, a valid index fixes a rung, others are ignored")
    func selection() throws {
        let ladder = try Ladders.four()
        expect(RenditionSelection(trackIndex: -1, in: ladder), is: .automatic)
        expect(RenditionSelection(trackIndex: 2, in: ladder), is: .fixed(key: ladder[2].key))
        expect(RenditionSelection(trackIndex: 4, in: ladder), is: nil)
        expect(RenditionSelection(trackIndex: -2, in: ladder), is: nil)
    }

    @Test("a bit rate converts between bytes and time and is never negative")
    func rates() {
        expect(BitRate.megabits(8).bytes(of: .seconds(4)), is: 4_000_000)
        expect(BitRate.megabits(8).time(for: 1_000_000), is: .seconds(1))
        expect(BitRate.zero.time(for: 0), is: .zero)
        #expect(BitRate.zero.time(for: 1) > .seconds(1_000_000_000))
        expect(BitRate(-1), is: .zero)
        expect(BitRate(.nan), is: .zero)
        expect(BitRate.megabits(1) - BitRate.megabits(2), is: .zero)
    }
}
