import Foundation
import Processes
import TestSupport
import Testing

@Suite("Probe", .timeLimit(.minutes(10)))
struct ProbeTests {
    @Test("ARCH-43: probe prints container, tracks and chapters of readable files, and errors of unreadable ones")
    func probe() throws {
        let run = try PlayerRun(
            ["probe", Fixtures.path("counter.mp4"), Fixtures.path("subtitles.mkv"), Fixtures.path("text.mp4")],
            columns: 200)
        try expect(run.waitForExit(), is: .code(3))
        let text = run.screen.text
        for line in [
            "container: QuickTime / MOV", "title: Counter", "duration: 00:10", "#0 video h264 128x32 25 fps",
            "#1 audio aac 48000 Hz 1 channel", "chapter 2: 00:04 Second", "container: Matroska / WebM",
            "#1 subtitles subrip text [eng]", "#2 subtitles ass text [chi] Chinese",
        ] { #expect(text.contains(line), "\(line) in \(text)") }
        #expect(run.errors.contains("text.mp4: not a video or sound file"))
    }

    private func probe(_ words: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(BuiltProgram.path("tvplay"), ["probe"] + words, environment: ["LANG": "C.UTF-8"])
    }

    @Test("a duration that FFmpeg guesses is marked")
    func guessedLength() throws {
        #expect(try probe(Fixtures.path("guessed.aac")).output.contains("  duration: ~00:"))
    }

    @Test("ARCH-43: probe prints definitions, sounds, duration and encryption of a stream in a file or on a server")
    func streams() throws {
        let path = Fixtures.path("streams") + "/"
        let local = try probe(path + "mp4/master.m3u8", path + "mp4/manifest.mpd", path + "aes/index.m3u8")
        expect(local.status, is: 0, "\(local.errors)")
        for line in [
            "container: HLS", "container: DASH", "duration: 00:10", "audio: audio_3 (default)", "encryption: none",
            "encryption: AES-128",
        ] { #expect(local.output.contains("  \(line)\n"), "\(line) in \(local.output)") }
        #expect(
            local.output.contains("  definition: 288p 512x128 1539 kbit/s avc1.64000d mp4a.40.2\n"), "\(local.output)")
        let server = try FaultServer { request in
            let live = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:9\n#EXTINF:2,\na.ts\n#EXTINF:2,\nb.ts\n"
            return request.path == "/live.m3u8" ? FaultReply(200, Array(live.utf8)) : FaultReply(404)
        }
        let remote = try probe(server.text("/live.m3u8"))
        #expect(remote.output.contains("  live: the last 00:04 can be played\n"), "\(remote.output)")
        // No segment is fetched.
        expect(server.requests.map(\.path), is: ["/live.m3u8"])
    }

    @Test("a title of four kilobytes is truncated")
    func longTitle() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let film = folder.path + "/long.mkv"
        var data = try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("cover.mp3")))
        let title = [UInt8](repeating: 0x78, count: 4000)
        let frame = Array("TIT2".utf8) + [0, 0, 0, 0] + [0, 0] + [0] + title
        var tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 0] + frame
        let (content, body) = (title.count + 1, frame.count)
        for byte in 0..<4 {
            tag[10 + 4 + byte] = UInt8(content >> (24 - 8 * byte) & 0xFF)
            tag[6 + byte] = UInt8(body >> (21 - 7 * byte) & 0x7F)
        }
        data.insert(contentsOf: tag, at: 0)
        try data.write(to: URL(fileURLWithPath: film))
        let output = try probe(film).output
        let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("  title: ") })
        #expect(line.count < 250 && line.hasSuffix("x…"), "\(line.count)")
    }
}
