import Manifests
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("Start definition of streams in a list")
struct StreamMemoryTests {
    private let ladder = RenditionLadder([
        Rung(key: "low", peak: BitRate(5e5), height: 240), Rung(key: "mid", peak: BitRate(1e6), height: 480),
        Rung(key: "high", peak: BitRate(3e6), height: 720),
    ])

    @Test(
        "ADV-67: each mode starts with the default, the preloaded or the previous definition",
        arguments: [
            (MultiRateMode.standard, 1, 1), (.firstFrame, 1, 1), (.firstFrameAndSmooth, 2, 2), (.smooth, 2, 2),
        ])
    func modes(_ mode: MultiRateMode, loaded: Int, begun: Int) throws {
        let ladder = try #require(ladder)
        let memory = StreamMemory(mode)
        memory.note(ladder[2])
        expect(memory.start("next", in: ladder, standard: 1, isPreload: true), is: loaded)
        memory.note(ladder[mode == .firstFrameAndSmooth ? 0 : 2])
        expect(memory.start("next", in: ladder, standard: 1, isPreload: false), is: begun)
    }

    @Test("ADV-67: a preloaded definition is used even if the bandwidth estimate has changed")
    func firstFrame() throws {
        let ladder = try #require(ladder)
        let memory = StreamMemory(.firstFrame)
        expect(memory.start("next", in: ladder, standard: 0, isPreload: true), is: 0)
        expect(memory.start("next", in: ladder, standard: 2, isPreload: false), is: 0)
        expect(memory.start("another", in: ladder, standard: 2, isPreload: false), is: 2)
    }

    @Test(
        "ADV-67: a stream starts with the previous stream's definition in smooth mode only", arguments: [false, true])
    func playing(isSmooth: Bool) throws {
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let memory = StreamMemory(isSmooth ? .smooth : .standard)
        memory.note(Rung(key: "other", peak: BitRate(1e9), height: 720))
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"), memory: memory)
        let first = server.requests.first { $0.path.hasSuffix(".ts") }?.path
        let last = player.source.stream?.status.definitions.count ?? 0
        expect(last, is: 3)
        expect((first == "/ts/high0.ts"), is: isSmooth, "\(first ?? "none")")
    }
}
