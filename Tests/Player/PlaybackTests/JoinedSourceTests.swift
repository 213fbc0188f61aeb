import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Parts that play as one", .timeLimit(.minutes(10)))
struct JoinedSourceTests {
    private func part(_ fixture: String, _ duration: MediaTime, title: String? = nil) -> JoinedSource.Part {
        JoinedSource.Part(title: title, duration: duration) { _ throws(MediaError) in Fixtures.source(fixture) }
    }

    private func joined(_ parts: JoinedSource.Part...) throws -> JoinedSource {
        try JoinedSource(parts, name: "parts", title: "Course", cancel: CancelToken())
    }

    private func read(_ source: JoinedSource, track: Int) throws -> (times: [MediaTime], changes: [MediaTime]) {
        var (times, changes): ([MediaTime], [MediaTime]) = ([], [])
        while let item = try source.read() {
            switch item {
            case .packet(let packet): if packet.track == track, let time = packet.time { times.append(time) }
            case .change(let changed): if changed == track { changes.append(times.max() ?? .zero) }
            case .text: break
            }
        }
        return (times.sorted(), changes)
    }

    @Test("ROOM-04: joined parts have one axis, one length, a chapter for each part, and the same track numbers")
    func description() throws {
        let source = try joined(part("counter.mp4", .seconds(10), title: "one"), part("counter.mkv", .seconds(5)))
        expect(source.duration, is: .seconds(15))
        #expect(source.canSeek)
        expect(source.tags.title, is: "Course")
        expect(source.chapters.map(\.range.start), is: [.zero, .seconds(10)])
        expect(source.chapters.map(\.title), is: ["one", nil])
        expect(source.tracks.map(\.id), is: [0, 1])
        #expect(source.parameters(of: 0) != nil)
        #expect(source.parameters(of: 1) != nil)
    }

    @Test("ROOM-04: the packets of the next part follow on the axis, and a part longer than promised is cut off")
    func following() throws {
        let source = try joined(part("counter.mp4", .seconds(4)), part("counter.mkv", .seconds(10)))
        let (times, changes) = try read(source, track: 0)
        expect(changes.count, is: 1)
        // 25 pictures a second, without a repeat or a gap at the boundary. The second file's first picture is at 21 ms.
        let steps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 > .milliseconds(30) && $0 < .milliseconds(70) })
        expect(times.first, is: .zero)
        #expect((times.last ?? .zero) > .seconds(13))
        let boundary = try #require(changes.first)
        #expect(boundary < .seconds(4))
        #expect(boundary > .milliseconds(3900))
    }

    /// Returns a transport stream with breaks, given in seconds of its own time.
    private func marked(_ duration: MediaTime, _ breaks: (start: Int64, length: Int64)...) throws -> JoinedSource.Part {
        let files = (0..<5).map { Fixtures.path("streams/ts/low\($0).ts") }
        let film = files.flatMap { Array(FileManager.default.contents(atPath: $0) ?? Data()) }
        let start = try #require(SpliceStream.firstTime(film))
        let sections = breaks.enumerated().map { index, item in
            let message = SpliceMessages.insert(
                UInt32(index), ticks: start + 90_000 * item.start, duration: 90_000 * item.length)
            return (start + 45_000, message)
        }
        let bytes = SpliceStream.adding(sections, to: film)
        return JoinedSource.Part(title: nil, duration: duration) { _ throws(MediaError) in
            MemoryByteSource(Data(bytes))
        }
    }

    @Test("adverts marked in the parts are moved to the item's axis, cut at their part's end, and kept")
    func adverts() throws {
        let source = try joined(marked(.seconds(8), (2, 3), (7, 9)), marked(.seconds(10), (4, 2)))
        func seconds() -> [[Int]] {
            source.adverts.map { mark in
                [mark.start, mark.end].map {
                    if case .time(let time) = $0 { Int(time.inSeconds.rounded()) } else { -1 }
                }
            }
        }
        expect(seconds(), is: [])
        _ = try read(source, track: 0)
        // The item's axis begins with the sound, which FFmpeg's muxer starts before the pictures.
        expect(seconds(), is: [[2, 5], [7, 8], [12, 14]], "\(source.adverts)")
        #expect(source.seek(to: .seconds(1), direction: .atOrBefore))
        _ = try source.read()
        expect(seconds(), is: [[2, 5], [7, 8], [12, 14]])
    }

    @Test("ROOM-04: a jump into another part opens it and lands on one of its own key frames")
    func seeking() throws {
        let opened = Monitor(0)
        let second = JoinedSource.Part(title: nil, duration: .seconds(10)) { _ throws(MediaError) in
            opened.withLock { $0 += 1 }
            return Fixtures.source("counter.mkv")
        }
        let source = try joined(part("counter.mp4", .seconds(10)), second)
        expect(opened.withLock { $0 }, is: 0)
        source.select([0])
        #expect(source.seek(to: .milliseconds(14_500), direction: .atOrBefore))
        expect(opened.withLock { $0 }, is: 1)
        guard case .packet(let packet)? = try source.read() else {
            Issue.record("no packet")
            return
        }
        #expect(packet.isKeyframe)
        expect(packet.track, is: 0)
        let landing = try #require(packet.time)
        #expect(landing >= .seconds(10))
        #expect(landing <= .milliseconds(14_500))
        #expect(source.seek(to: .seconds(1), direction: .atOrBefore))
        guard case .packet(let early)? = try source.read() else {
            Issue.record("no packet")
            return
        }
        #expect(try #require(early.time) <= .seconds(1))
    }

    @Test(
        "ROOM-22: a part that cannot be opened is an error when playback reaches it, but the other parts still play"
    )
    func failing() throws {
        let lost = MediaError(
            .source(ByteSourceError(.notFound, operation: "open", context: "b")), operation: "open")
        let broken = JoinedSource.Part(title: nil, duration: .seconds(10)) { _ throws(MediaError) in throw lost }
        let source = try joined(part("counter.mp4", .seconds(2)), broken, part("counter.mkv", .seconds(10)))
        #expect(throws: lost) { while try source.read() != nil {} }
        #expect(source.seek(to: .seconds(5), direction: .atOrBefore))
        #expect(throws: lost) { try source.read() }
        #expect(source.seek(to: .seconds(15), direction: .atOrBefore))
        #expect(try source.read() != nil)
    }

    @Test("ROOM-04: a part without sound leaves a gap in the sound, and the tracks stay the same")
    func missingTracks() throws {
        let source = try joined(
            part("counter.mp4", .seconds(3)), part("video-only.mp4", .seconds(2)), part("audio-only.m4a", .seconds(3)))
        let sound = try read(source, track: 1)
        expect(sound.changes.count, is: 1)
        #expect(sound.times.contains { $0 >= .seconds(5) })
        #expect(!sound.times.contains { $0 >= .seconds(3) && $0 < .milliseconds(4_900) })
        expect(source.tracks.map(\.id), is: [0, 1])
    }

    @Test("a part may consist of a picture file and a separate sound file")
    func pairedPart() throws {
        let paired = JoinedSource.Part.media(title: nil, duration: .seconds(3)) { _ throws(MediaError) in
            .paired(.bytes(Fixtures.source("video-only.mp4")), sound: .bytes(Fixtures.source("audio-only.m4a")))
        }
        let source = try joined(paired, part("counter.mp4", .seconds(3)))
        expect(source.tracks.count, is: 2)
        let sound = try read(source, track: 1)
        #expect(sound.times.contains { $0 < .seconds(1) })
        #expect(sound.times.contains { $0 > .seconds(4) })
    }

    @Test("ROOM-04: the pictures of two parts are shown in order")
    func playing() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let parts = [part("counter.mp4", .seconds(2)), part("counter.mkv", .seconds(10))]
        harness.session.setUp(
            .media(name: "parts") { cancel throws(MediaError) in
                .packets(try JoinedSource(parts, name: "parts", title: nil, cancel: cancel))
            }, options: SessionOptions())
        harness.session.send(.play)
        let end = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(3000) })
        expect(end.duration, is: .seconds(12))
        // The counters restart with the second part.
        let counters = harness.video.pictures.map(\.counter)
        let drop = try #require(zip(counters, counters.dropFirst()).first { $1 < $0 })
        #expect(drop.0 < 50)
    }
}
