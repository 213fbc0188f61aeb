import Media
import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite("First shown picture")
struct FrameCutTests {
    /// Returns the first pictures of the counter film.
    private func frames() throws -> [VideoFrame] {
        let name = "counter.mp4"
        let demuxer = try Demuxer(source: Fixtures.source(name), nameHint: name, cancel: CancelToken())
        let track = try #require(demuxer.tracks.first { if case .video = $0.kind { true } else { false } })
        demuxer.select([track.id])
        let decoder = try VideoDecoder(
            parameters: try #require(demuxer.parameters(of: track.id)), framesPerSecond: nil, rotation: .none,
            hardware: .none)
        var frames: [VideoFrame] = []
        while frames.count < 4, let packet = try demuxer.read() {
            try decoder.decode(packet) {
                frames.append($0)
                return true
            }
        }
        return frames
    }

    private func passed(_ frames: [VideoFrame], _ mode: StreamStart.Mode, _ position: MediaTime) -> [[MediaTime]] {
        var cut = FrameCut(mode: mode, position: position)
        return frames.map { cut.pass($0).map(\.time) }
    }

    @Test("a picture at the exact position passes at once, an earlier one only if the next is after the position")
    func exact() throws {
        let frames = Array(try frames().prefix(4))
        let times = frames.map(\.time)
        expect(passed(frames, .exact, times[0]), is: times.map { [$0] })
        expect(passed(frames, .exact, times[1]), is: [[], [times[1]], [times[2]], [times[3]]])
        let between = times[1] + .milliseconds(1)
        expect(passed(frames, .exact, between), is: [[], [], [times[1], times[2]], [times[3]]])
    }

    @Test("a step back shows the last picture before the position")
    func before() throws {
        let frames = Array(try frames().prefix(4))
        let times = frames.map(\.time)
        expect(passed(frames, .before, times[2]), is: [[], [], [times[1], times[2]], [times[3]]])
    }
}
