import Addresses
import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Low-latency addresses that really play: from the ffmpeg tool and from a small RTSP server.
@Suite("Transmissions", .timeLimit(.minutes(10)))
struct TransmissionTests {
    /// A session on such an address, and the other addresses it has tried.
    private final class Run: Sendable {
        let video = CapturingVideoSink()
        let engine: PlaybackEngine
        let others = Monitor<[String]>([])

        init(_ address: LowLatencyAddress, client: HTTPClient? = nil, fallback: FaultServer? = nil) {
            let others = others
            engine = PlaybackEngine(
                videoSink: video, makeAudioSink: { FakeAudioSink(format: $0) }, wakeUp: WakeUp(), watchNetwork: nil)
            let other = fallback.map { $0.address("/ts/low.m3u8") }
            let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: noClient) { _ in
                other?.text
            }
            var input = SessionInput.media(name: "x") { cancel throws(MediaError) in
                try opener.open(address, name: "x", cancel: cancel) { (text, _) throws(MediaError) in
                    others.update { $0.append(text) }
                    guard let other, let client else { throw MediaError(.unreadable, operation: "open") }
                    let environment = StreamEnvironment { () throws(ByteSourceError) in client }
                    let bytes = HTTPByteSource(HTTPRequest(other), client: client, cancel: cancel)
                    return try StreamOpener(environment).open(bytes, cancel: cancel)
                }
            }
            input.isTransmission = true
            var options = SessionOptions()
            options.reconnects = ReconnectRule(tries: 400, pause: .milliseconds(50))
            options.plays = true
            engine.setUp(input, options: options)
        }

        deinit { engine.destroy() }

        /// Returns whether this many pictures are shown after the first `skipped`.
        func plays(_ count: Int, after skipped: Int = 0) -> Bool {
            video.wait(limit: .seconds(300)) { $0.count >= skipped + count } != nil
        }
    }

    private func number(_ address: String) throws -> LowLatencyAddress { try #require(LowLatencyAddress(address)) }

    /// Opens the address until it works: the tool starts to listen with a delay and accepts one client only.
    private func bytes(_ address: LowLatencyAddress, _ server: FFmpegServer) throws -> any ByteSource {
        let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: noClient) { _ in nil }
        let bell = Doorbell()
        let clock = SystemClock()
        while true {
            do {
                let media = try opener.open(address, name: "x", cancel: CancelToken()) {
                    (_, error) throws(MediaError) in
                    throw MediaError(.source(error), operation: "open")
                }
                if case .bytes(let bytes) = media { return bytes }
            } catch {
                try #require(server.isRunning, "the server has ended: \(error)")
            }
            _ = bell.wait(after: 0, until: clock.now + .milliseconds(50))
        }
    }

    private func pictures(_ bytes: any ByteSource, _ count: Int) throws -> [Int] {
        let demuxer = try Demuxer(source: bytes, nameHint: "x", cancel: CancelToken())
        let track = try #require(demuxer.tracks.first { if case .video = $0.kind { true } else { false } }?.id)
        let decoder = try VideoDecoder(
            parameters: try #require(demuxer.parameters(of: track)), framesPerSecond: nil, rotation: .none,
            hardware: .none)
        demuxer.select([track])
        var numbers: [Int] = []
        while numbers.count < count, let packet = try demuxer.read() {
            var frames: [VideoFrame] = []
            try decoder.decode(packet) {
                frames.append($0)
                return true
            }
            numbers += try frames.map(CounterPicture.number)
        }
        return numbers
    }

    private func areInOrder(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 || $1 == 0 }
    }

    @Test(
        "ADV-46: SRT plays, picture for picture",
        .enabled(if: FFmpegServer.speaks("srt"), "\(FFmpegServer.absentReason("srt"))"))
    func srt() throws {
        let port = try PortLease.next()
        let server = try FFmpegServer(
            file: Fixtures.path("counter.ts"), port: port,
            output: ["-f", "mpegts", "srt://127.0.0.1:PORT?mode=listener"])
        let numbers = try pictures(bytes(number("srt://127.0.0.1:\(port)"), server), 30)
        #expect(numbers.count >= 30, "\(numbers)")
        #expect(areInOrder(numbers), "\(numbers)")
    }

    @Test(
        "a transport stream sent over UDP is received, both raw and in RTP", arguments: ["udp", "rtp"])
    func received(_ scheme: String) throws {
        let port = try PortLease.pair()
        let format = scheme == "rtp" ? "rtp_mpegts" : "mpegts"
        let sender = try FFmpegServer(
            file: Fixtures.path("counter.ts"), port: port,
            output: ["-f", format, "\(scheme)://127.0.0.1:PORT?pkt_size=1316"])
        let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: noClient) { _ in nil }
        let media = try opener.open(
            number("\(scheme)://127.0.0.1:\(port)"), name: "x", cancel: CancelToken()
        ) { (_, error) throws(MediaError) in throw MediaError(.source(error), operation: "open") }
        let tracks: [TrackInfo] =
            switch media {
            case .bytes(let bytes): try Demuxer(source: bytes, nameHint: "x", cancel: CancelToken()).tracks
            case .packets(let source): source.tracks
            default: []
            }
        expect(tracks.count, is: 2, "\(tracks)")
        #expect(sender.isRunning)
    }

    @Test(
        "ADV-46: RTMP plays, picture for picture",
        .enabled(if: FFmpegServer.speaks("rtmp"), "\(FFmpegServer.absentReason("rtmp"))"))
    func rtmp() throws {
        let port = try PortLease.next()
        let server = try FFmpegServer(
            file: Fixtures.path("counter.mp4"), port: port,
            output: ["-map", "0:v", "-map", "0:a:0", "-listen", "1", "-f", "flv", "rtmp://127.0.0.1:PORT/live/x"])
        let numbers = try pictures(bytes(number("rtmp://127.0.0.1:\(port)/live/x"), server), 30)
        #expect(numbers.count >= 30, "\(numbers)")
        #expect(areInOrder(numbers), "\(numbers)")
    }

    @Test(
        "ADV-46: when a transmission dies, its other address takes over",
        .enabled(if: FFmpegServer.speaks("rtmp"), "\(FFmpegServer.absentReason("rtmp"))"))
    func dies() throws {
        let port = try PortLease.next()
        let server = try FFmpegServer(
            file: Fixtures.path("counter.mp4"), port: port,
            output: ["-map", "0:v", "-map", "0:a:0", "-listen", "1", "-f", "flv", "rtmp://127.0.0.1:PORT/live/x"])
        // The tool needs a moment before it listens; until then the session has no server.
        let web = try FaultServer { StreamNetworkTests.reply($0) }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        try #require(LoopbackSocket.waitUntilListening(port))
        let run = Run(try number("rtmp://127.0.0.1:\(port)/live/x"), client: client, fallback: web)
        try #require(run.plays(10))
        #expect(run.others.withLock { $0 }.isEmpty, "it played from the first address")
        server.kill()
        let others = run.others.wait(until: SystemClock().now + .seconds(300)) { $0.isEmpty ? nil : $0 }
        expect(others?.first, is: web.text("/ts/low.m3u8"))
        let before = run.video.pictures.count
        #expect(run.plays(20, after: before))
    }

    @Test(
        "ADV-38: a pause keeps the data of an RTMP stream, the delay is known, and a seek to the edge removes it",
        .enabled(if: FFmpegServer.speaks("rtmp"), "\(FFmpegServer.absentReason("rtmp"))"))
    func edge() throws {
        let port = try PortLease.next()
        let server = try FFmpegServer(
            file: Fixtures.path("counter.mp4"), port: port,
            output: ["-map", "0:v", "-listen", "1", "-f", "flv", "rtmp://127.0.0.1:PORT/live/x"])
        try #require(LoopbackSocket.waitUntilListening(port))
        let run = Run(try number("rtmp://127.0.0.1:\(port)/live/x"))
        let clock = SystemClock()
        var snapshot: PlaybackSnapshot { run.engine.snapshot }
        var delay: MediaTime { snapshot.liveDelay(at: clock.now) ?? .zero }
        try #require(run.plays(10))
        #expect(eventually { snapshot.liveState != nil })
        run.engine.send(.pause)
        #expect(eventually { snapshot.status == .paused })
        let paused = try #require(run.video.pictures.last?.counter)
        #expect(eventually { delay > .seconds(5) })
        run.engine.send(.play)
        let before = run.video.pictures.count
        try #require(run.plays(3, after: before))
        #expect(run.video.pictures[before].counter <= paused + 2, "nothing was lost")
        let position = snapshot.clock.position(at: clock.now)
        run.engine.send(.seek(.percent(100), .keyframe))
        #expect(eventually { snapshot.seekCount > 0 && !snapshot.isSeeking })
        #expect(snapshot.clock.position(at: clock.now) > position + .seconds(1))
        withExtendedLifetime(server) {}
    }

    // MARK: RTSP

    private func film() throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: Fixtures.path("plain.h264"))))
    }

    private func source(_ server: RTSPServer, _ address: String? = nil) throws -> any PacketSource {
        let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: noClient) { _ in nil }
        let media = try opener.open(
            try number(address ?? server.address()), name: "x", cancel: CancelToken()
        ) { (_, error) throws(MediaError) in throw MediaError(.source(error), operation: "open") }
        guard case .packets(let source) = media else { throw StreamPlayer.NotAStream() }
        return source
    }

    @Test("ADV-46: RTSP plays over one connection, picture for picture")
    func rtsp() throws {
        let server = try RTSPServer(stream: film())
        let source = try source(server)
        #expect(!source.canSeek)
        expect(source.duration, is: nil)
        let track = try #require(source.tracks.first?.id)
        source.select([track])
        let decoder = try VideoDecoder(
            parameters: try #require(source.parameters(of: track)), framesPerSecond: nil, rotation: .none,
            hardware: .none)
        var numbers: [Int] = []
        var times: [MediaTime] = []
        while numbers.count < 90, case .packet(let packet)? = try source.read() {
            var frames: [VideoFrame] = []
            try decoder.decode(packet) {
                frames.append($0)
                return true
            }
            numbers += try frames.map(CounterPicture.number)
            times += frames.map(\.time)
        }
        expect(numbers, is: Array(0..<numbers.count))
        #expect(numbers.count >= 90)
        let length = try #require(times.last).inSeconds - times[0].inSeconds
        expect(times, is: times.sorted(), "\(times.prefix(4))")
        #expect(abs(length - 0.04 * Double(times.count - 1)) < 0.05, "\(times.prefix(4))")
        #expect(server.requests.contains { $0.hasPrefix("SETUP") })
        #expect(server.requests.contains { $0.hasPrefix("PLAY") })
    }

    @Test("ADV-46: a session plays RTSP and switches to the other address if there is no server")
    func rtspSession() throws {
        let server = try RTSPServer(stream: film())
        let run = Run(try number(server.address()))
        #expect(run.plays(20))
        let web = try FaultServer { StreamNetworkTests.reply($0) }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let port = try PortLease.next()
        let other = Run(try number("rtsp://127.0.0.1:\(port)/live"), client: client, fallback: web)
        #expect(other.plays(20))
        expect(other.others.withLock { $0 }, is: [web.text("/ts/low.m3u8")])
    }

    @Test("a server that comes back plays even while the other address has not answered")
    func ownWay() throws {
        let (port, film) = (try PortLease.next(), try film())
        let (server, isOver) = (Monitor<RTSPServer?>(nil), Monitor(false))
        defer { isOver.update { $0 = true } }
        let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: noClient) { _ in
            "http://other/x.m3u8"
        }
        var played: [String] = []
        let media = try opener.open(
            number("rtsp://127.0.0.1:\(port)/live/x"), name: "x", cancel: CancelToken(),
            openOther: { (_, _) throws(MediaError) in
                let new = try? RTSPServer(stream: film, port: port)
                server.update { $0 = new }
                _ = isOver.wait { $0 ? true : nil }
                throw MediaError(.unreadable, operation: "open")
            }, played: { played.append($0) })
        guard case .packets = media else { throw StreamPlayer.NotAStream() }
        #expect(played.isEmpty)
    }

    @Test("a session reopens RTSP each time its server dies")
    func rtspServerDies() throws {
        let server = try RTSPServer(stream: film(), .dies(after: 30))
        let run = Run(try number(server.address()))
        #expect(run.plays(70))
        #expect(server.requests.count { $0.hasPrefix("PLAY") } >= 3)
    }

    @Test(
        "no server can redirect to a file, to another protocol or to UDP",
        arguments: [
            RTSPServer.Behaviour.redirects(to: "file:///etc/passwd"), .redirects(to: "http://127.0.0.1:1/x"),
            .redirects(to: "/etc/passwd"), .insistsOnUDP,
        ])
    func refused(_ behaviour: RTSPServer.Behaviour) throws {
        let server = try RTSPServer(stream: film(), behaviour)
        #expect(throws: MediaError.self) { _ = try self.source(server) }
        #expect(!server.requests.contains { $0.hasPrefix("PLAY") })
    }
}
