import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("A stream's own thumbnails", .timeLimit(.minutes(10)))
struct TilePictureTests {
    private func rendition(_ height: Int, _ columns: Int, _ rows: Int) -> Rendition {
        var result = Rendition(id: "\(height)", kind: .thumbnails)
        result.height = height
        result.tiles = (columns, rows)
        return result
    }

    @Test("the smallest tiles that are high enough, else the largest")
    func choice() {
        let list = [rendition(900, 10, 10), rendition(500, 5, 5), rendition(360, 1, 1)]
        #expect(TilePictures.choice(list, height: 64) == 0)
        #expect(TilePictures.choice(list, height: 200) == 2)
        #expect(TilePictures.choice(list, height: 900) == 2)
        #expect(TilePictures.choice([Rendition(id: "v", kind: .video)], height: 64) == nil)
    }

    @Test("a time is a tile: row by row, from the left")
    func part() {
        let range = MediaRange(start: .seconds(100), end: .seconds(200))
        func corner(_ second: Int) -> (Double, Double) {
            let crop = TilePictures.part(.seconds(second), of: range, columns: 5, rows: 2)
            #expect(abs(1 - crop.left - crop.right - 0.2) < 0.001 && abs(1 - crop.top - crop.bottom - 0.5) < 0.001)
            return (crop.left, crop.top)
        }
        #expect(corner(100) == (0, 0))
        #expect(corner(111) == (0.2, 0))
        #expect(corner(199) == (0.8, 0.5))
        #expect(corner(500) == (0.8, 0.5))
    }

    @Test("thumbnails of a DASH stream are its previews, each file is fetched once, and no segment is")
    func stream() throws {
        let path = Fixtures.path("streams/mp4/manifest.mpd")
        let text = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let tiles = """
            <AdaptationSet id="9" contentType="image" mimeType="image/jpeg">
            <SegmentTemplate media="tiles-$Number$.jpg" duration="20" startNumber="1"/>
            <Representation id="t" bandwidth="9000" width="64" height="32">
            <EssentialProperty schemeIdUri="http://dashif.org/guidelines/thumbnail_tile" value="2x1"/>
            </Representation></AdaptationSet></Period>
            """
        let manifest = Array(text.replacing("</Period>", with: tiles).utf8)
        let picture = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("still.jpg"))))
        let server = try FaultServer { request in
            if request.path == "/mp4/tiles.mpd" { return FaultReply(200, manifest) }
            if request.path == "/mp4/tiles-1.jpg" { return FaultReply(200, picture) }
            return StreamNetworkTests.reply(request)
        }
        let player = try StreamPlayer(address: server.address("/mp4/tiles.mpd"), startBandwidth: 20_000_000)
        #expect(player.source.stream?.status.hasPreviews == true)
        let segments = server.requests.count { $0.path.hasSuffix(".m4s") }
        // Blue on the left, red on the right.
        let first = try #require(player.source.previewPicture(at: .seconds(1)))
        #expect(first.crop == Crop(left: 0, top: 0, right: 0.5, bottom: 0))
        let second = try #require(player.source.previewPicture(at: .seconds(9)))
        #expect(abs(second.crop.left - 0.5) < 0.001)
        let scaled = try Scaler().scale(second.frame, to: 8, 8, crop: second.crop)
        #expect(scaled.rgb(x: 4, y: 4).red > 200 && scaled.rgb(x: 4, y: 4).blue < 60)
        #expect(server.requests(for: "/mp4/tiles-1.jpg").count == 1)
        #expect(server.requests.count { $0.path.hasSuffix(".m4s") } == segments)
    }

    @Test("key frames of an I-frame playlist are previews where there are no thumbnails")
    func keyFrames() throws {
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let player = try StreamPlayer(address: server.address("/iframes/master.m3u8"), startBandwidth: 100_000)
        let preview = try #require(player.source.previewPicture(at: .milliseconds(7300)))
        #expect(try CounterPicture.number(preview.frame) == 150)
        let plain = try StreamPlayer(path: Fixtures.path("streams/mp4/master.m3u8"))
        #expect(plain.source.stream?.status.hasPreviews == false)
    }
}
