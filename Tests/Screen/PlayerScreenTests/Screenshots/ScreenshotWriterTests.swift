import CPlatform
import Foundation
import Media
import PlayCore
import PlayerScreen
import Subtitles
import TestSupport
import Testing

@Suite("ScreenshotWriter")
struct ScreenshotWriterTests {
    private let folder: URL
    private let origin = ScreenshotOrigin(
        item: "/films/road.mkv", position: .zero,
        date: LocalDate(year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0))

    init() throws { folder = try BuiltProgram.temporaryFolder() }

    private func writer(_ template: String = "%F-%n", into name: String = "a/b", _ format: PictureFileFormat = .png)
        throws -> ScreenshotWriter
    {
        ScreenshotWriter(
            .init(
                template: try #require(ScreenshotTemplate(template)), folder: folder.appendingPathComponent(name).path,
                format: format))
    }

    private func contents(_ path: String) -> Data { FileManager.default.contents(atPath: path) ?? Data() }

    @Test("CTRL-14: each file gets the next free number and overwrites none, and the writer reports the paths")
    func numbers() throws {
        defer { BuiltProgram.remove(folder) }
        let writer = try writer()
        for text in ["one", "two"] { writer.enqueue(.text { Array(text.utf8) }, origin) }
        writer.close()
        let paths = ["road-0001.ans", "road-0002.ans"].map { folder.path + "/a/b/" + $0 }
        expect(writer.takeOutcomes(), is: paths.map(ScreenshotOutcome.saved))
        expect(paths.map { String(decoding: contents($0), as: UTF8.self) }, is: ["one", "two"])
        let again = try self.writer("same")
        for text in ["3", "4"] { again.enqueue(.text { Array(text.utf8) }, origin) }
        again.close()
        expect(again.takeOutcomes(), is: ["same.ans", "same-2.ans"].map { .saved(path: folder.path + "/a/b/" + $0) })
        var status = stat()
        expect(stat(paths[0], &status), is: 0)
        let mask = umask(0)
        umask(mask)
        expect(status.st_mode & 0o777, is: 0o644 & ~mask)
    }

    @Test("a link in the place of the file is not followed")
    func links() throws {
        defer { BuiltProgram.remove(folder) }
        let target = folder.appendingPathComponent("target").path
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/road-0001.ans", withDestinationPath: target)
        let writer = try writer(into: "")
        writer.enqueue(.text { [65] }, origin)
        writer.close()
        expect(writer.takeOutcomes(), is: [.saved(path: folder.path + "/road-0002.ans")])
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test("CTRL-14: a folder that cannot be made is reported with the system's error")
    func failure() throws {
        defer { BuiltProgram.remove(folder) }
        try Data().write(to: folder.appendingPathComponent("file"))
        let writer = try writer(into: "file/inside")
        writer.enqueue(.text { [65] }, origin)
        writer.close()
        guard case .failed(let error)? = writer.takeOutcomes().first else {
            Issue.record("no failure")
            return
        }
        #expect(error.path.hasPrefix(folder.path + "/file"))
        expect(error.reason, is: "Not a directory")
    }

    @Test("the caller never waits: requests beyond eight waiting ones are refused, and each gets an outcome")
    func crowd() throws {
        defer { BuiltProgram.remove(folder) }
        let writer = try writer()
        let gate = Monitor(false)
        writer.enqueue(.text { gate.wait { $0 ? [] : nil } ?? [] }, origin)
        for _ in 0..<12 { writer.enqueue(.text { [] }, origin) }
        let refused = writer.takeOutcomes().count { $0 == .tooMany }
        // The first one is being written or waits, too.
        #expect((4...5).contains(refused))
        gate.update { $0 = true }
        writer.close()
        expect(writer.takeOutcomes().count, is: 13 - refused)
    }

    @Test("CTRL-13: the scaled picture is saved in the pane's whole grid, as a PNG and as a JPEG")
    func drawn() throws {
        defer { BuiltProgram.remove(folder) }
        let pixels = PixelBuffer(width: 4, height: 2) { bytes in
            for at in bytes.indices { bytes[at] = at % 4 == 0 ? 200 : 40 }
        }
        let picture = ScaledPicture(
            pixels: pixels, grid: PixelGrid(width: 8, height: 6, pixelAspect: 1), x: 2, y: 2, time: .zero, due: nil,
            isStill: false)
        for (format, ending) in [(PictureFileFormat.png, "png"), (.jpeg(quality: 100), "jpg")] {
            let writer = try writer("%F", format)
            writer.enqueue(.drawn(picture), origin)
            writer.close()
            let path = folder.path + "/a/b/road." + ending
            expect(writer.takeOutcomes(), is: [.saved(path: path)])
            let read = try #require(try PaintedPicture.read(path))
            expect(read.width, is: 8)
            expect(read.height, is: 6)
            let (inside, outside) = (read.rgb(x: 3, y: 3), read.rgb(x: 0, y: 0))
            #expect(abs(Int(inside.red) - 200) <= 3)
            #expect(abs(Int(inside.green) - 40) <= 3)
            #expect(outside.red <= 3)
            #expect(outside.blue <= 3)
        }
    }

    @Test("subtitles are drawn over a decoded frame")
    func overlay() throws {
        defer { BuiltProgram.remove(folder) }
        let frame = try #require(try PaintedPicture.frame(Fixtures.path("film.mp4")))
        let cue = Cue(start: .zero, end: .seconds(1), lines: [[CueSpan("Hello there")]])
        let writer = try writer("%n")
        writer.enqueue(.frame(frame), origin)
        writer.enqueue(.frame(frame), origin, overlay: ScreenshotOverlay(cues: [cue]))
        writer.enqueue(.frame(frame), origin, overlay: ScreenshotOverlay(cues: []))
        writer.close()
        let files = (1...3).map { contents(folder.path + "/a/b/000\($0).png") }
        #expect(files[0] != files[1])
        expect(files[0], is: files[2])
    }
}

/// Reads a picture file as the player would.
enum PaintedPicture {
    static func read(_ path: String) throws -> PixelBuffer? {
        try frame(path).map { try Scaler().scale($0, to: $0.width, $0.height, crop: .none) }
    }

    /// Returns the first frame, or `nil` if there is none.
    static func frame(_ path: String) throws -> VideoFrame? {
        let source = MemoryByteSource(FileManager.default.contents(atPath: path) ?? Data())
        let demuxer = try Demuxer(source: source, nameHint: path, cancel: CancelToken())
        guard let track = demuxer.tracks.first, let parameters = demuxer.parameters(of: track.id) else { return nil }
        demuxer.select([track.id])
        let decoder = try VideoDecoder(parameters: parameters, framesPerSecond: nil, rotation: .none, hardware: .none)
        var frame: VideoFrame?
        while frame == nil {
            let packet = try demuxer.read()
            try decoder.decode(packet) {
                frame = $0
                return false
            }
            if packet == nil { break }
        }
        return frame
    }
}
