import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

/// The streams of `Tests/Fixtures/media/streams`: the main clip in segments of two seconds.
@Suite("Streams of segments", .timeLimit(.minutes(10)))
struct StreamPlayingTests {
    static let manifests = ["ts/master.m3u8", "mp4/master.m3u8", "mp4/manifest.mpd", "aes/index.m3u8"]

    static func path(_ name: String) -> String { Fixtures.path("streams/" + name) }

    @Test("each picture occurs once and at its time, and the sound has no gap", arguments: manifests)
    func whole(_ name: String) throws {
        let player = try StreamPlayer(path: Self.path(name))
        expect(player.source.duration.map { abs($0.inSeconds - 10) < 0.1 }, is: true)
        let video = try #require(player.video)
        let packets = try player.packets()
        let times = packets.filter { $0.track == video }.compactMap(\.time).sorted()
        expect(times.count, is: 250)
        for (index, time) in times.enumerated() {
            #expect(abs(time.inSeconds - Double(index) * 0.04) < 0.002, "picture \(index)")
        }
        let sound = packets.filter { $0.track != video }
        expect(Set(sound.map(\.track)).count, is: 1)
        for (one, next) in zip(sound, sound.dropFirst()) {
            let begin = try #require(next.time, "after \(String(describing: one.time))")
            let gap = try begin - #require(one.time) - #require(one.duration, "at \(begin)")
            #expect(abs(gap.inSeconds) < 0.001, "at \(begin)")
        }
    }

    @Test("PLAY-34: a jump forward or back shows the picture of that time", arguments: manifests)
    func jumps(_ name: String) throws {
        let player = try StreamPlayer(path: Self.path(name))
        for index in [3, 249, 120, 50, 49, 51, 0, 200, 199, 101] {
            let picture = try #require(try player.picture(at: .milliseconds(index * 40 + 5)), "picture \(index)")
            expect(picture.number, is: index)
            #expect(abs(picture.time.inSeconds - Double(index) * 0.04) < 0.002)
        }
    }

    @Test("a forward key-frame jump begins with the first key frame at or after the target")
    func forward() throws {
        let player = try StreamPlayer(path: Self.path("ts/master.m3u8"))
        #expect(player.source.seek(to: .milliseconds(2500), direction: .atOrAfter))
        let first = try #require(try player.packets(50).first { $0.track == player.video })
        #expect(first.isKeyframe)
        expect(first.time, is: .seconds(4))
    }

    @Test(
        "INFO-03, PLAY-12: the definitions are listed, and a preference decides the first one",
        arguments: manifests.prefix(3))
    func wishes(_ name: String) throws {
        let player = try StreamPlayer(path: Self.path(name))
        let list = try #require(player.source.stream?.status.definitions)
        expect(list.map(\.width), is: [128, 256, 512])
        let lowest = try StreamPlayer(path: Self.path(name), definitions: [list[0].definitionKey])
        try expect(lowest.picture(at: .zero)?.height, is: 32)
    }

    @Test(
        "CTRL-06: a chosen definition begins at an edge with its own parameters, without a lost or repeated picture"
    )
    func switching() throws {
        let player = try StreamPlayer(path: Self.path("ts/master.m3u8"))
        let (source, video) = (player.source, try #require(player.video))
        let stream = try #require(source.stream)
        var times: [MediaTime] = []
        var heights: [Int] = []
        var hasChosen = false
        while let item = try source.read() {
            switch item {
            case .text: Issue.record("nobody wants text")
            case .change(let track):
                expect(track, is: video)
                heights.append(source.parameters(of: track)?.height ?? 0)
            case .packet(let packet):
                guard packet.track == video, let time = packet.time else { continue }
                times.append(time)
                if time > .seconds(3), !hasChosen {
                    hasChosen = true
                    stream.selectDefinition(0)
                    #expect(source.switchEdges().allSatisfy { $0 > .zero })
                }
            }
        }
        expect(heights, is: [32])
        expect(times.count, is: 250)
        expect(Set(times).count, is: 250)
        expect(stream.status.definition, is: 0)
        expect(stream.status.chosenDefinition, is: 0)
    }

    @Test("CTRL-06: a definition chosen for data that was read already is read again from the edge on")
    func switchingBack() throws {
        let player = try StreamPlayer(path: Self.path("mp4/master.m3u8"), definitions: [.init(rawValue: "none")])
        let (source, video) = (player.source, try #require(player.video))
        let stream = try #require(source.stream)
        _ = try player.packets(400)
        stream.note(
            StreamDemand(
                buffered: .seconds(5), position: .milliseconds(100), rate: .normal, isAdvancing: true, grid: nil))
        stream.selectDefinition(0)
        let edge = try #require(source.switchEdges().first)
        source.switchOver(at: edge)
        let packets = try player.packets()
        let pictures = packets.filter { $0.track == video }.compactMap(\.time)
        expect(pictures.min(), is: edge)
        expect(Set(pictures).count, is: pictures.count)
        expect(pictures.count, is: 250 - Int((edge.inSeconds * 25).rounded()))
        expect(source.parameters(of: video)?.height, is: 32)
    }
}
