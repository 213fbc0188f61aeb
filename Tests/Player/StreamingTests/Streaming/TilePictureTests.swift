import Foundation
import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Streaming

@Suite("Thumbnails of a stream", .timeLimit(.minutes(10)))
struct TilePictureTests {
    private func rendition(_ height: Int, _ columns: Int, _ rows: Int) -> Rendition {
        var result = Rendition(id: "\(height)", kind: .thumbnails)
        result.height = height
        result.tiles = (columns, rows)
        return result
    }

    @Test("the tiles that are just high enough are chosen, else the largest")
    func choice() {
        let list = [rendition(900, 10, 10), rendition(500, 5, 5), rendition(360, 1, 1)]
        expect(TilePictures.choice(list, height: 64), is: 0)
        expect(TilePictures.choice(list, height: 200), is: 2)
        expect(TilePictures.choice(list, height: 900), is: 2)
        expect(TilePictures.choice([Rendition(id: "v", kind: .video)], height: 64), is: nil)
    }

    @Test("a time maps to a tile row by row, from the left")
    func part() {
        let range = MediaRange(start: .seconds(100), end: .seconds(200))
        func corner(_ second: Int) -> (Double, Double) {
            let crop = TilePictures.part(
                .seconds(second), of: range, TileGrid(columns: 5, rows: 2), image: (500, 200))
            let (width, height) = (1 - crop.left - crop.right, 1 - crop.top - crop.bottom)
            #expect(abs(width - 0.2) < 0.001 && abs(height - 0.5) < 0.001)
            return (crop.left, crop.top)
        }
        #expect(corner(100) == (0, 0))
        #expect(corner(111) == (0.2, 0))
        #expect(corner(199) == (0.8, 0.5))
        #expect(corner(500) == (0.8, 0.5))
    }

    @Test("a tile lasts as long as the playlist says, and an image with fewer rows has whole tiles")
    func listedTiles() {
        let grid = TileGrid(columns: 10, rows: 10, size: (100, 50), duration: .seconds(4))
        let whole = MediaRange(start: .seconds(0), end: .seconds(400))
        func place(_ second: Int, _ range: MediaRange, _ height: Int) -> [Int] {
            let crop = TilePictures.part(.seconds(second), of: range, grid, image: (1000, height))
            let size = (1 - crop.top - crop.bottom) * Double(height)
            return [Int((crop.left * 10).rounded()), Int((crop.top * Double(height)).rounded()), Int(size.rounded())]
        }
        expect(place(43, whole, 500), is: [0, 50, 50])
        expect(place(399, whole, 500), is: [9, 450, 50])
        // The last image: 48 s, twelve tiles in two rows, with and without the rest of the grid.
        let rest = MediaRange(start: .seconds(400), end: .seconds(448))
        expect(place(444, rest, 500), is: [1, 50, 50])
        expect(place(444, rest, 100), is: [1, 50, 50])
        expect(place(9999, rest, 100), is: [9, 50, 50])
        // An image of another size than promised is divided evenly.
        expect(place(43, whole, 120), is: [0, 12, 12])
    }

    private static let tiled = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-VERSION:7\n#EXT-X-PLAYLIST-TYPE:VOD\n"
    private static let halves = "#EXTINF:10,\n#EXT-X-TILES:RESOLUTION=32x32,LAYOUT=2x1,DURATION=5\ntiles.jpg\n"

    /// Serves the stream with key frames, and `list` as an image playlist that the manifest names by `attributes`.
    private func imageServer(_ list: String, _ attributes: String = "URI=\"images.m3u8\"") throws -> FaultServer {
        let path = Fixtures.path("streams/iframes/master.m3u8")
        let master = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        let tag = "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=900,RESOLUTION=32x32,CODECS=\"jpeg\"," + attributes + "\n"
        let manifest = Array((master + tag).utf8)
        let picture = Array(try #require(FileManager.default.contents(atPath: Fixtures.path("still.jpg"))))
        return try FaultServer { request in
            switch request.path {
            case "/iframes/images-master.m3u8": FaultReply(200, manifest)
            case "/iframes/images.m3u8": FaultReply(200, Array(list.utf8))
            case "/iframes/tiles.jpg": FaultReply(200, picture)
            default: StreamNetworkTests.reply(request)
            }
        }
    }

    @Test("an HLS image playlist precedes key frames: a preview costs one image and no segment")
    func imagePlaylist() throws {
        let server = try imageServer(Self.tiled + "#EXT-X-IMAGES-ONLY\n" + Self.halves)
        let player = try StreamPlayer(
            address: server.address("/iframes/images-master.m3u8"), startBandwidth: 100_000)
        expect(player.source.stream?.status.hasPreviews, is: true)
        let segments = server.requests.count { $0.path.hasSuffix(".ts") }
        // Blue on the left, red on the right.
        let first = try #require(player.source.previewPicture(at: .seconds(1)))
        expect(first.crop, is: Crop(left: 0, top: 0, right: 0.5, bottom: 0))
        let second = try #require(player.source.previewPicture(at: .seconds(9)))
        let scaled = try Scaler().scale(second.frame, to: 8, 8, crop: second.crop)
        #expect(scaled.rgb(x: 4, y: 4).red > 200 && scaled.rgb(x: 4, y: 4).blue < 60)
        expect(server.requests(for: "/iframes/tiles.jpg").count, is: 1)
        expect(server.requests.count { $0.path.hasSuffix(".ts") }, is: segments)
    }

    @Test(
        "an invalid image playlist is refused: key frames are the previews, and the film plays",
        arguments: [
            "#EXT-X-TILES:LAYOUT=0x0", "#EXT-X-TILES:LAYOUT=2x0,DURATION=5", "#EXT-X-TILES:LAYOUT=-2x1",
            "#EXT-X-TILES:LAYOUT=999999999999x999999999999", "#EXT-X-TILES:LAYOUT=101x1", "#EXT-X-TILES:LAYOUT=2",
            "#EXT-X-TILES:LAYOUT=2x1,DURATION=0", "#EXT-X-TILES:LAYOUT=2x1,DURATION=-5",
            "#EXT-X-TILES:LAYOUT=2x1,DURATION=nan", "#EXT-X-TILES:RESOLUTION=0x0,LAYOUT=2x1,DURATION=5",
            "#EXT-X-TILES:RESOLUTION=99999999999999999999x1,LAYOUT=2x1", "#EXT-X-GAP",
        ])
    func hostile(_ tag: String) throws {
        let server = try imageServer(Self.tiled + "#EXT-X-IMAGES-ONLY\n#EXTINF:10,\n" + tag + "\ntiles.jpg\n")
        let player = try StreamPlayer(
            address: server.address("/iframes/images-master.m3u8"), startBandwidth: 100_000)
        let preview = try #require(player.source.previewPicture(at: .milliseconds(7300)))
        try expect(CounterPicture.number(preview.frame), is: 150)
        #expect(server.requests(for: "/iframes/tiles.jpg").isEmpty)
        try expect(player.picture(at: .seconds(3))?.number, is: 75)
    }

    @Test(
        "a missing or wrong image playlist does not stop playback or previews",
        arguments: ["URI=\"none.m3u8\"", "URI=\"file:///etc/passwd\"", "URI=\"../ts/low.m3u8\"", "NAME=\"x\""])
    func missing(_ attributes: String) throws {
        let server = try imageServer("", attributes)
        let player = try StreamPlayer(
            address: server.address("/iframes/images-master.m3u8"), startBandwidth: 100_000)
        let preview = try #require(player.source.previewPicture(at: .milliseconds(7300)))
        try expect(CounterPicture.number(preview.frame), is: 150)
        try expect(player.picture(at: .seconds(3))?.number, is: 75)
    }

    @Test("an image playlist opened by itself cannot be played")
    func alone() throws {
        let server = try imageServer(Self.tiled + "#EXT-X-IMAGES-ONLY\n" + Self.halves)
        #expect(throws: MediaError.self) { try StreamPlayer(address: server.address("/iframes/images.m3u8")) }
    }

    @Test("thumbnails of a DASH stream are its previews, with one request for each file and none for a segment")
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
        expect(player.source.stream?.status.hasPreviews, is: true)
        let segments = server.requests.count { $0.path.hasSuffix(".m4s") }
        // Blue on the left, red on the right.
        let first = try #require(player.source.previewPicture(at: .seconds(1)))
        expect(first.crop, is: Crop(left: 0, top: 0, right: 0.5, bottom: 0))
        let second = try #require(player.source.previewPicture(at: .seconds(9)))
        #expect(abs(second.crop.left - 0.5) < 0.001)
        let scaled = try Scaler().scale(second.frame, to: 8, 8, crop: second.crop)
        #expect(scaled.rgb(x: 4, y: 4).red > 200 && scaled.rgb(x: 4, y: 4).blue < 60)
        expect(server.requests(for: "/mp4/tiles-1.jpg").count, is: 1)
        expect(server.requests.count { $0.path.hasSuffix(".m4s") }, is: segments)
    }

    @Test("key frames of an I-frame playlist are the previews if there are no thumbnails")
    func keyFrames() throws {
        let server = try FaultServer { StreamNetworkTests.reply($0) }
        let player = try StreamPlayer(address: server.address("/iframes/master.m3u8"), startBandwidth: 100_000)
        let preview = try #require(player.source.previewPicture(at: .milliseconds(7300)))
        try expect(CounterPicture.number(preview.frame), is: 150)
        let plain = try StreamPlayer(path: Fixtures.path("streams/mp4/master.m3u8"))
        expect(plain.source.stream?.status.hasPreviews, is: false)
    }
}
