struct BenchContext {
    let clips: [Clip]
    /// Path of the program `tvplay` beside this one, or `nil` if it is not built.
    let player: String?

    func requirePlayer() throws(BenchError) -> String {
        guard let player else { throw BenchError("tvplay is not beside this program: make release") }
        return player
    }
}

struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

struct Figure {
    let subject: String
    let name: String
    let unit: String
    let value: Double
}

struct BenchCase: Sendable {
    let name: String
    let summary: String
    /// Whether it measures whole programs against a clock: run once by default, without warm-up.
    let isSlow: Bool
    let run: @Sendable (BenchContext) throws -> [Figure]

    init(
        _ name: String, _ summary: String, isSlow: Bool = false,
        run: @escaping @Sendable (BenchContext) throws -> [Figure]
    ) {
        self.name = name
        self.summary = summary
        self.isSlow = isSlow
        self.run = run
    }

    static func withPlayer(
        _ name: String, _ summary: String,
        _ measure: @escaping @Sendable (_ player: String, _ clip: Clip) throws -> [Figure]
    ) -> BenchCase {
        BenchCase(name, summary, isSlow: true) { context in
            let player = try context.requirePlayer()
            return try context.clips.flatMap { try measure(player, $0) }
        }
    }

    static let all: [BenchCase] =
        DecodeCases.all + MosaicCases.all + GraphicsCases.all + EncodeCases.all + RateCases.all
        + [AllocationCase.allocations, PipelineCase.pipeline, PlaybackCase.playback, PickerCase.picker]
        + [PreviewCase.preview, RenditionCase.renditions]
        + [SeekCase.seek, SeekCase.back, SwitchCase.change, StartCase.start, CacheCase.cache]
        + [StreamCacheCase.cache, CancelCase.cancel, ClassCase.room]
        + [
            ClassPanesCase.panes, DanmakuCase.danmaku, ClassProgramCase.program, ClassEffectCase.effect,
            PlaylistMemoryCase.memory,
        ]
        + [FolderCase.folder] + AdaptationCase.all
        + ChatImportCase.all + LiveCase.all
        + [LiveCutCase.cuts, LiveLinkCase.udp, LiveViewersCase.viewers] + LiveDelayCase.all
        + LiveLipSyncCase.all + [LiveThinCase.thin]
}
