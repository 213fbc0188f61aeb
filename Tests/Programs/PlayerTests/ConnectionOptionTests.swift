import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("Options about connections", .timeLimit(.minutes(10)))
struct ConnectionOptionTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())

    private func player(_ words: [String]) throws -> (run: PlayerRun, client: SocketClient) {
        let name = "@tvplay-test-" + UUID().uuidString
        let run = try PlayerRun(
            ["--no-resume", "--loop-file=inf", "--input-ipc-server=" + name] + words, environment: ["no_proxy": "*"])
        return (run, try SocketClient(name))
    }

    @Test(
        "ADV-72: --preconnect opens a connection to a server before any request, and the first request uses it",
        arguments: [true, false])
    func connectedAhead(_ isAsked: Bool) throws {
        let (server, other) = (try FaultServer(file: Self.film), try FaultServer(file: Self.film))
        let options = isAsked ? ["--preconnect=127.0.0.1:\(other.port)"] : []
        let (run, client) = try player(options + [server.text("/a.mp4")])
        try run.waitForPictures(5)
        if isAsked {
            #expect(other.wait { $0.connectionCount == 1 })
        } else {
            expect(other.connectionCount, is: 0)
        }
        #expect(other.requests.isEmpty)
        _ = try client.ask(#"["loadfile","\#(other.text("/b.mp4"))"]"#)
        #expect(other.wait { !$0.requests.isEmpty })
        expect(other.requests.first?.connection, is: 0)
        try run.quit()
    }

    @Test(
        "ADV-70: --preresolve looks up a name before anything is played from it, and the lookup is not repeated",
        .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"), arguments: [true, false])
    func lookedUpAhead(_ isAsked: Bool) throws {
        let names = try NameService()
        let server = try FaultServer(file: Self.film)
        let host = "cdn.film.test"
        let options = isAsked ? ["--preresolve=\(host):\(server.port)"] : []
        let (run, client) = try player(
            ["--dns-over-https=" + names.address, "--tls-ca-file=" + names.authority] + options
                + [server.text("/a.mp4")])
        if isAsked { #expect(names.waitUntilAsked(for: host)) }
        try run.waitForPictures(5)
        expect(names.asked, is: (isAsked ? [host] : []))
        _ = try client.ask(#"["loadfile","http://\#(host):\#(server.port)/b.mp4"]"#)
        #expect(server.wait { !$0.requests(for: "/b.mp4").isEmpty })
        expect(names.asked, is: [host])
        try run.quit()
    }

    @Test(
        "ADV-47: an unavailable transmission is played as HLS, but not with --no-rts-fallback",
        arguments: [true, false])
    func transmission(_ fallsBack: Bool) throws {
        // A proxy resolves the address without a port.
        let proxy = try FaultServer { request in
            let name =
                request.path == "http://127.0.0.1/live/x.m3u8" ? "low.m3u8" : request.path.split(separator: "/").last
            let file = Fixtures.path("streams/ts/\(name ?? "")")
            guard let bytes = FileManager.default.contents(atPath: file) else { return FaultReply(404) }
            return .file(Array(bytes), for: request)
        }
        let run = try PlayerRun(
            ["--no-resume", "--network-timeout=2", "--http-proxy=http://127.0.0.1:\(proxy.port)"]
                + (fallsBack ? [] : ["--no-rts-fallback"]) + ["rtmp://127.0.0.1:1/live/x"])
        if fallsBack {
            try run.waitForPictures(2)
            try run.quit()
        } else {
            try run.wait(for: "the failure") { $0.text.contains("The network request failed") }
            try run.quit(expecting: 2)
            #expect(run.errors.contains("rtmp://127.0.0.1:1/live/x"))
            #expect(proxy.requests.isEmpty)
        }
    }

    @Test(
        "a transmission over TLS needs a valid certificate as HTTPS does, --tls-ca-file or --no-tls-verify",
        .enabled(if: TLSFront.isPresent, "\(TLSFront.absentReason)"))
    func secureTransmission() throws {
        let film = try #require(FileManager.default.contents(atPath: Fixtures.path("plain.h264")))
        let server = try RTSPServer(stream: Array(film))
        let front = try TLSFront(before: server.port)
        func run(_ scheme: String, _ options: [String]) throws -> PlayerRun {
            try PlayerRun(
                ["--no-resume", "--no-rts-fallback", "--network-reconnects=0"] + options
                    + ["\(scheme)://127.0.0.1:\(front.port)/live/x"], environment: ["no_proxy": "*"])
        }
        var words: [String] = []
        for scheme in ["https", "rtsps", "rtmps"] {
            let refused = try run(scheme, [])
            try refused.wait(for: "the failure") { $0.text.contains("--tls-ca-file") }
            try refused.quit(expecting: 2)
            words.append(refused.errors.replacing(scheme + ":", with: ":"))
        }
        expect(Set(words).count, is: 1, "\(words)")
        #expect(server.requests.isEmpty)
        for options in [["--tls-ca-file=" + front.authority], ["--no-tls-verify"]] {
            let played = try run("rtsps", options)
            try played.waitForPictures(5)
            try played.quit()
        }
    }
}
