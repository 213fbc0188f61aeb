import Foundation
import Media
import MediaSources
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Transmissions over TLS, with the same trust decisions as HTTPS.
@Suite(
    "Transmissions over TLS", .enabled(if: TLSFront.isPresent, "\(TLSFront.absentReason)"), .timeLimit(.minutes(10)))
struct SecureTransmissionTests {
    private func film() throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: Fixtures.path("plain.h264"))))
    }

    private func open(
        _ address: String, _ change: (inout HTTPSettings) -> Void = { _ in }
    ) throws -> OpenedMedia {
        var settings = HTTPSettings(userAgent: "test")
        settings.timeout = .seconds(20)
        change(&settings)
        let client = try #require(HTTPClient(settings))
        let opener = LowLatencyOpener(timeout: .seconds(20), webStreams: noWebStreams, client: { client }) { _ in nil }
        return try opener.open(
            try #require(LowLatencyAddress(address)), name: "x", cancel: CancelToken()
        ) { (_, error) throws(MediaError) in throw MediaError(.source(error), operation: "open") }
    }

    private func packets(_ media: OpenedMedia, _ count: Int) throws -> Int {
        guard case .packets(let source) = media else { return 0 }
        source.select(Set(source.tracks.prefix(1).map(\.id)))
        var got = 0
        while got < count, case .packet? = try source.read() { got += 1 }
        return got
    }

    private func refusal(_ body: () throws -> OpenedMedia) -> ByteSourceError? {
        let error = #expect(throws: MediaError.self) { _ = try body() }
        guard case .source(let cause)? = error?.code else { return nil }
        return cause
    }

    @Test("RTSP over TLS plays if a trusted authority has signed the server's name, or if nothing is verified")
    func rtsp() throws {
        let server = try RTSPServer(stream: film())
        let front = try TLSFront(before: server.port)
        let address = "rtsps://127.0.0.1:\(front.port)/live/x"
        let unknown = refusal { try open(address) }
        expect(unknown?.code, is: .tls)
        expect(unknown?.detail.isEmpty, is: false)
        let other = refusal {
            try open("rtsps://other.test:\(front.port)/live/x") {
                $0.caFile = front.authority
                $0.resolveOverrides = ["other.test:\(front.port):127.0.0.1"]
            }
        }
        expect(other?.code, is: .tls)
        #expect(server.requests.isEmpty)
        try expect(packets(open(address) { $0.caFile = front.authority }, 60), is: 60)
        try expect(packets(open(address) { $0.verifiesTLS = false }, 60), is: 60)
    }

    @Test("a server over TLS cannot redirect to another connection", arguments: ["rtsp", "rtsps"])
    func redirect(_ scheme: String) throws {
        let other = try RTSPServer(stream: film())
        let server = try RTSPServer(
            stream: film(), .redirects(to: other.address().replacing("rtsp:", with: scheme + ":")))
        let front = try TLSFront(before: server.port)
        _ = refusal { try open("rtsps://127.0.0.1:\(front.port)/live/x") { $0.caFile = front.authority } }
        #expect(server.requests.contains { $0.hasPrefix("DESCRIBE") })
    }

    @Test(
        "an RTMP server over TLS plays if a trusted authority has signed its certificate",
        .enabled(if: FFmpegServer.speaks("rtmp"), "\(FFmpegServer.absentReason("rtmp"))"))
    func rtmp() throws {
        let port = try PortLease.next()
        let server = try FFmpegServer(
            file: Fixtures.path("counter.mp4"), port: port,
            output: ["-map", "0:v", "-map", "0:a:0", "-listen", "1", "-f", "flv", "rtmp://127.0.0.1:PORT/live/x"])
        let front = try TLSFront(before: port)
        let address = "rtmps://localhost:\(front.port)/live/x"
        expect(refusal { try open(address) }?.code, is: .tls)
        try #require(LoopbackSocket.waitUntilListening(port))
        guard case .bytes(let bytes) = try open(address, { $0.caFile = front.authority }) else {
            Issue.record("no bytes")
            return
        }
        let demuxer = try Demuxer(source: bytes, nameHint: "x", cancel: CancelToken())
        expect(demuxer.tracks.count, is: 2)
        #expect(server.isRunning)
    }

    @Test("an absent server is reported as a refused connection, not as an untrusted one")
    func absent() throws {
        let port = try PortLease.next()
        #expect(refusal { try open("rtmps://127.0.0.1:\(port)/live/x") }?.isConnectionRefused == true)
    }

    @Test("FFmpeg gets an address of this machine, while the server still sees its own name")
    func inPlain() throws {
        for (text, host, port, plain, known) in [
            ("rtmps://a/live/x?k=1", "a", 443, "rtmp://127.0.0.1:9/live/x?k=1", "rtmps://a:443/live"),
            ("RTMPS://u:p@a:1/live/i/x", "a", 1, "rtmp://u:p@127.0.0.1:9/live/i/x", "rtmps://a:1/live/i"),
            ("rtmps://[::1]:2/live/mp4:i/x", "[::1]", 2, "rtmp://127.0.0.1:9/live/mp4:i/x", "rtmps://[::1]:2/live"),
            ("rtsps://u@v@a/b@c:3", "a", 322, "rtsp://u@v@127.0.0.1:9/b@c:3", nil),
        ] as [(String, String, Int, String, String?)] {
            let address = try #require(LowLatencyAddress(text))
            #expect(address.isSecure)
            #expect(address.server == (host, port))
            expect(address.inPlain(port: 9), is: plain)
            expect(address.settings["rtmp_tcurl"], is: known)
        }
        #expect(LowLatencyAddress("rtmp://a/live/x")?.isSecure == false)
    }
}
