import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing

@testable import Streaming

/// Streams whose times restart at a segment without `EXT-X-DISCONTINUITY`: the playlist's durations set its place.
@Suite("Times that restart without a discontinuity tag", .timeLimit(.minutes(10)))
struct RestartedTimesTests {
    /// The segments of two seconds, in the order in which their server lists them.
    static let orders = [[0, 1, 2, 0, 1, 2], [0, 0, 0, 0], [3, 4, 0, 1, 2, 3], [0, 1, 1, 2], [4, 0, 1]]

    private static func playlist(_ order: [Int], _ opening: String, _ name: (Int) -> String) -> String {
        "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n" + opening
            + order.map { "#EXTINF:2,\n\(name($0))\n" }.joined() + "#EXT-X-ENDLIST\n"
    }

    private func check(_ folder: String, _ files: [String], _ text: String, _ order: [Int]) throws {
        let place = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(place) }
        for file in files {
            try FileManager.default.copyItem(
                atPath: Fixtures.path("streams/\(folder)/\(file)"), toPath: place.path + "/" + file)
        }
        let path = place.path + "/list.m3u8"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let player = try StreamPlayer(path: path)
        let video = try #require(player.video)
        let times = try player.packets().filter { $0.track == video }.compactMap(\.time).sorted()
        expect(times.count, is: order.count * 50)
        for (index, time) in times.enumerated() {
            #expect(abs(time.inSeconds - Double(index) * 0.04) < 0.05, "picture \(index) of \(order)")
        }
        // Jumps within parts that were read, and within parts that were never read.
        for other in [player, try StreamPlayer(path: path)] {
            for place in [order.count - 1, 0, order.count / 2, 1] {
                let picture = try #require(try other.picture(at: .milliseconds(place * 2000 + 1045)))
                expect(picture.number, is: order[place] * 50 + 26, "segment \(place) of \(order)")
                #expect(abs(picture.time.inSeconds - Double(place) * 2 - 1.04) < 0.05)
            }
        }
    }

    @Test("restarted times of transport streams are placed by the playlist", arguments: orders)
    func transportStreams(_ order: [Int]) throws {
        try check(
            "ts", (0..<5).map { "mid\($0).ts" }, Self.playlist(order, "") { "mid\($0).ts" }, order)
    }

    @Test("restarted times of MP4 fragments are placed by the playlist", arguments: orders)
    func fragments(_ order: [Int]) throws {
        let files = ["init1.m4s"] + (1...5).map { "s1-\($0).m4s" }
        try check(
            "mp4", files, Self.playlist(order, "#EXT-X-MAP:URI=\"init1.m4s\"\n") { "s1-\($0 + 1).m4s" }, order)
    }
}
