import Foundation
import Media
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

@Suite("Low-latency addresses", .timeLimit(.minutes(10)))
struct LowLatencyTests {
    @Test("each scheme may use only its own protocols, and no address makes this machine listen")
    func protocols() {
        #expect(LowLatencyAddress("rtmp://a/b/c")?.protocols == ["rtmp", "tcp"])
        #expect(LowLatencyAddress("udp://@239.1.1.1:5000")?.protocols == ["udp"])
        #expect(LowLatencyAddress("rtp://@239.1.1.1:5000")?.protocols == ["rtp", "udp"])
        #expect(LowLatencyAddress("udp://@239.1.1.1:5000")?.isReceived == true)
        #expect(LowLatencyAddress("srt://a:9000")?.isReceived == false)
        #expect(LowLatencyAddress("SRT://a:9000?streamid=x")?.protocols == ["srt"])
        #expect(LowLatencyAddress("srt://:9000?mode=listener")?.protocols == [])
        #expect(LowLatencyAddress("srt://:9000?m%6fde=x")?.protocols == [])
        #expect(LowLatencyAddress("artc://a/b/c")?.protocols == [])
        #expect(LowLatencyAddress("rtsp://a/b")?.protocols == ["tcp"])
        #expect(LowLatencyAddress("RTSPS://a/b")?.protocols == ["tcp"])
        #expect(LowLatencyAddress("rtsp://a/b?rtsp_flags=listen")?.protocols == [])
        for way in ["udp", "multicast", "HTTP", "x=1&udp", "a?udp"] {
            #expect(LowLatencyAddress("rtsp://a/b?\(way)")?.protocols == [], "\(way)")
        }
        #expect(LowLatencyAddress("rtsp://a/udp?token=http")?.protocols == ["tcp"])
        for other in [
            "http://a/b", "file:///etc/passwd", "rtmp:a", "concat:rtmp://a", "rtmp://a/b playpath=x", "tcp://a:1",
        ] {
            expect(LowLatencyAddress(other), is: nil, "\(other)")
        }
    }

    @Test(
        "ADV-47: a low-latency address maps to the HLS address of the same stream",
        arguments: [
            ("rtmp://a.example:1935/live/x?auth=1", "http://a.example/live/x.m3u8?auth=1" as String?),
            ("rtmps://user:word@a:443/live/x", "https://a/live/x.m3u8"),
            ("rtmp://[::1]:1935/live/x", "http://[::1]/live/x.m3u8"),
            ("artc://a/live/x", "http://a/live/x.m3u8"),
            ("srt://a:9000", nil), ("rtmp://a", nil), ("rtmp:///x", nil), ("udp://@239.1.1.1:5000/x", nil),
            ("rtp://@239.1.1.1:5000/x", nil),
        ])
    func usual(_ text: String, _ other: String?) { expect(LowLatencyAddress(text)?.usualFallback, is: other) }

    @Test("ADV-46: an unreachable address is replaced by the other address, and the cause is reported")
    func fallsBack() throws {
        // The server is gone, so this port has no listener.
        let port = try FaultServer(file: [1]).port
        let address = try #require(LowLatencyAddress("rtmp://127.0.0.1:\(port)/live/x"))
        let opener = LowLatencyOpener(timeout: .seconds(5), webStreams: noWebStreams, client: noClient) { _ in
            "http://other/x.m3u8"
        }
        let told = Monitor<(String, ByteSourceError.Code)?>(nil)
        #expect(throws: MediaError.self) {
            _ = try opener.open(address, name: "x", cancel: CancelToken()) { (other, cause) throws(MediaError) in
                told.update { $0 = (other, cause.code) }
                throw MediaError(.unreadable, operation: "open")
            }
        }
        #expect(told.withLock { $0?.0 } == "http://other/x.m3u8")
        expect(told.withLock { $0?.1 }, is: .unreachable)
    }

    @Test("if the server does not answer and the other address fails, the error is that of the server")
    func unanswered() throws {
        let listener = try DeafListener()
        let address = try #require(LowLatencyAddress("rtmp://127.0.0.1:\(listener.port)/live/x"))
        let opener = LowLatencyOpener(timeout: .seconds(1), webStreams: noWebStreams, client: noClient) { _ in
            "http://other/x.m3u8"
        }
        let error = #expect(throws: MediaError.self) {
            _ = try opener.open(address, name: "x", cancel: CancelToken()) { (_, _) throws(MediaError) in
                throw MediaError(.unreadable, operation: "open")
            }
        }
        guard case .source(let source)? = error?.code else { throw CancellationError() }
        expect(source.code, is: .timedOut)
    }

    @Test("without another address the failure becomes the item's")
    func fails() throws {
        let address = try #require(LowLatencyAddress("artc://127.0.0.1/live/x"))
        let error = #expect(throws: MediaError.self) {
            _ = try LowLatencyOpener(timeout: .seconds(1), webStreams: noWebStreams, client: noClient) { _ in nil }
                .open(address, name: "x", cancel: CancelToken()) { (_, _) throws(MediaError) in
                    throw MediaError(.unreadable, operation: "open")
                }
        }
        expect(error?.code, is: .source(ByteSourceError(.forbiddenScheme, operation: "open", context: "x")))
    }
}
