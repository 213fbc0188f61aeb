import Foundation
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// Transport streams, where a jump may land anywhere: inside a group of pictures or after the last key frame.
@Suite("Jumps into groups of pictures", .timeLimit(.minutes(10)))
struct OpenGroupTests {
    /// Returns the picture shown after a start at this position.
    private func picture(_ file: String, at start: SeekTarget) throws -> (ScaledPicture, MediaTime) {
        let source = MemoryByteSource(try #require(FileManager.default.contents(atPath: Fixtures.path(file))))
        let harness = SessionHarness(video: CapturingVideoSink(width: 64, height: 36))
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.start = start
        harness.session.setUp(SessionInput(name: file) { _ throws(ByteSourceError) in source }, options: options)
        let ready = try #require(harness.wait { $0.status == .ready })
        return (try #require(harness.video.wait { !$0.isEmpty }?.last), ready.clock.position)
    }

    /// Returns the mean difference of a pixel's colours.
    private static func difference(_ a: ScaledPicture, _ b: ScaledPicture) -> Int {
        var sum = 0
        for y in 0..<a.pixels.height {
            for x in 0..<a.pixels.width {
                let (one, other) = (a.pixels.rgb(x: x, y: y), b.pixels.rgb(x: x, y: y))
                sum += abs(Int(one.red) - Int(other.red)) + abs(Int(one.green) - Int(other.green))
            }
        }
        return sum / (a.pixels.height * a.pixels.width)
    }

    @Test(
        "a start in the first group, at an edge or after the last key frame shows the same picture as Matroska",
        arguments: [50, 1000, 2000, 2500, 3960])
    func sameAsMatroska(place: Int) throws {
        let start = SeekTarget.absolute(.milliseconds(place))
        let (stream, position) = try picture("open-group.ts", at: start)
        let (film, _) = try picture("open-group.mkv", at: start)
        expect(position, is: .milliseconds(place))
        #expect(Self.difference(stream, film) < 6, "at \(place) ms")
    }

    @Test("a forward key-frame jump without a following key frame shows a complete picture, not a grey one")
    func behindTheLast() throws {
        let source = MemoryByteSource(
            try #require(FileManager.default.contents(atPath: Fixtures.path("open-group.ts"))))
        let harness = SessionHarness(video: CapturingVideoSink(width: 64, height: 36))
        defer { harness.session.destroy() }
        harness.session.setUp(
            SessionInput(name: "ts") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        _ = try #require(harness.wait { $0.status == .ready })
        harness.session.send(.seek(.relative(.seconds(3)), .keyframe))
        let there = try #require(harness.wait { !$0.isSeeking && $0.clock.position > .seconds(1) })
        let (film, _) = try picture("open-group.mkv", at: .absolute(there.clock.position))
        #expect(harness.video.wait { $0.last.map { Self.difference($0, film) < 6 } ?? false } != nil)
    }
}
