import Foundation
import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing
import Transport

@testable import Streaming

/// Streams from a server with injected faults.
@Suite("Streams over a network", .timeLimit(.minutes(10)))
struct StreamNetworkTests {
    /// Returns a file of the fixtures, or 404.
    static func reply(
        _ request: ReceivedRequest, path: String? = nil, faults: [FaultReply.Fault] = []
    ) -> FaultReply {
        let name = path ?? request.path
        guard let data = FileManager.default.contents(atPath: Fixtures.path("streams" + name)) else {
            return FaultReply(404)
        }
        return .file(Array(data), for: request, faults: faults)
    }

    private func pictures(_ player: StreamPlayer) throws -> [MediaTime] {
        try player.packets().filter { $0.track == player.video }.compactMap(\.time).sorted()
    }

    @Test(
        "whole streams, encrypted ones too, play over HTTP with one request for each file",
        arguments: StreamPlayingTests.manifests)
    func whole(_ name: String) throws {
        let server = try FaultServer { Self.reply($0) }
        let player = try StreamPlayer(address: server.address("/" + name))
        try expect(pictures(player).count, is: 250)
        expect(Set(server.requests.map(\.path)).count, is: server.requests.count)
        try expect(player.picture(at: .milliseconds(5005))?.number, is: 125)
    }

    @Test("data that is no manifest continues as bytes, without another request")
    func bytes() throws {
        let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
        let server = try FaultServer(file: film)
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let cancel = CancelToken()
        let source = HTTPByteSource(HTTPRequest(server.address()), client: client, cancel: cancel)
        let environment = StreamEnvironment { () throws(ByteSourceError) in client }
        guard case .bytes(let same) = try StreamOpener(environment).open(source, cancel: cancel) else {
            Issue.record("a film is no stream")
            return
        }
        var first = [UInt8](repeating: 0, count: 4096)
        _ = try first.withUnsafeMutableBytes { buffer throws(ByteSourceError) in try same.read(at: 0, into: buffer) }
        expect(first, is: Array(film.prefix(4096)))
        expect(server.requests.count, is: 1)
    }

    @Test("a connection that breaks within a segment resumes where it broke")
    func reset() throws {
        let server = try FaultServer { request in
            Self.reply(
                request, faults: request.path.hasSuffix("2.ts") && request.number == 0 ? [.reset(after: 2000)] : [])
        }
        let player = try StreamPlayer(address: server.address("/ts/high.m3u8"))
        try expect(pictures(player).count, is: 250)
        let asked = server.requests.filter { $0.path == "/ts/high2.ts" }
        expect(asked.count, is: 2)
        #expect(asked.last?["range"] != nil)
    }

    @Test("a missing segment is left out, and the next one plays at its own time")
    func missing() throws {
        let server = try FaultServer { $0.path == "/ts/low2.ts" ? FaultReply(404) : Self.reply($0) }
        let player = try StreamPlayer(address: server.address("/ts/low.m3u8"))
        let times = try pictures(player)
        expect(times.count, is: 200)
        #expect(!times.contains { $0 > .seconds(4) && $0 < .milliseconds(5990) })
        expect(times.last.map { abs($0.inSeconds - 9.96) < 0.01 }, is: true)
    }

    @Test("INFO-06: a segment missing on one network is fetched from the next, and the status reports that")
    func failOver() throws {
        let master = """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2"
            /a/low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS="avc1.64000a,mp4a.40.2"
            /b/low.m3u8

            """
        let server = try FaultServer { request in
            if request.path == "/master.m3u8" { return .file(Array(master.utf8), for: request) }
            if request.path == "/a/low3.ts" { return FaultReply(404) }
            return Self.reply(request, path: "/ts" + request.path.dropFirst(2))
        }
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let before = try #require(player.source.stream?.status)
        expect(before.network, is: 0)
        expect(before.networkCount, is: 2)
        try expect(pictures(player).count, is: 250)
        expect(player.source.stream?.status.network, is: 1)
        #expect(server.requests.contains { $0.path == "/b/low3.ts" })
    }

    @Test("an interrupt ends the wait for a silent server, and jumps still work afterwards")
    func interrupted() throws {
        let server = try FaultServer { request in
            Self.reply(request, faults: request.path == "/ts/low1.ts" && request.number == 0 ? [.hold] : [])
        }
        let cancel = CancelToken()
        let player = try StreamPlayer(address: server.address("/ts/low.m3u8"), cancel: cancel)
        let watch = WorkerThread(name: "watch") {
            if server.wait(until: { $0.requests.contains { $0.path == "/ts/low1.ts" } }) { cancel.interrupt(1) }
        }
        #expect(throws: MediaError.self) { _ = try player.packets() }
        watch.join()
        cancel.begin(1)
        try expect(player.picture(at: .milliseconds(8005))?.number, is: 200)
        try expect(player.picture(at: .milliseconds(2405))?.number, is: 60)
    }

    @Test("an interrupt of a film ends the wait for its server, and reading continues afterwards")
    func interruptedFilm() throws {
        let film = [UInt8](repeating: 7, count: 600_000)
        let server = try FaultServer(file: film) { $0.number == 0 ? [.stall(after: 1000)] : [] }
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let cancel = CancelToken()
        let source = HTTPByteSource(HTTPRequest(server.address()), client: client, cancel: cancel)
        var bytes = [UInt8](repeating: 0, count: 4096)
        func read(at offset: Int64) throws -> Int {
            try bytes.withUnsafeMutableBytes { buffer throws(ByteSourceError) in
                try source.read(at: offset, into: buffer)
            }
        }
        var place: Int64 = 0
        while place < 1000 { place += Int64(try read(at: place)) }
        let watch = WorkerThread(name: "watch") { cancel.interrupt(1) }
        #expect(throws: ByteSourceError.self) { _ = try read(at: 1000) }
        watch.join()
        cancel.begin(1)
        #expect(try read(at: 500_000) > 0 && bytes[0] == 7)
        cancel.interrupt(1)
        #expect(try read(at: 1000) > 0, "a late call ends no newer wait")
    }

    @Test(
        "INFO-06: a network that breaks off within a segment is replaced by the next at the same picture",
        arguments: ["/ts", "/mp4"])
    func failOverMidway(_ folder: String) throws {
        let (list, broken) = folder == "/ts" ? ("low.m3u8", "low2.ts") : ("media_0.m3u8", "s0-3.m4s")
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS=\"avc1.64000a,mp4a.40.2\"\n"
        let master = "#EXTM3U\n\(variant)/a/\(list)\n\(variant)/b/\(list)\n"
        let server = try FaultServer { request in
            if request.path == "/master.m3u8" { return .file(Array(master.utf8), for: request) }
            if request.path == "/a/\(broken)" {
                if request.number > 0 { return FaultReply(404) }
                return Self.reply(request, path: folder + "/" + broken, faults: [.reset(after: 1200)])
            }
            return Self.reply(request, path: folder + request.path.dropFirst(2))
        }
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        let times = try pictures(player)
        expect(times.count, is: 250, "each picture once")
        expect(Set(times).count, is: 250, "each picture once")
        expect(player.source.stream?.status.network, is: 1)
    }

    @Test("ADV-27: the very first segment is no finer than the terminal shows", arguments: [nil, 60, 200, 5000])
    func firstSegment(_ width: Int?) throws {
        let server = try FaultServer { Self.reply($0) }
        let grid = width.map { PixelGrid(width: $0, height: $0 / 2, pixelAspect: 1) }
        let player = try StreamPlayer(
            address: server.address("/ts/master.m3u8"), shownGrid: grid, startBandwidth: 50_000_000)
        let expected = width == 60 ? 0 : width == 200 ? 1 : 2
        expect(player.source.stream?.status.definition, is: expected)
        let wanted = ["low", "mid", "high"][expected]
        #expect(server.requests.allSatisfy { !$0.path.hasSuffix(".ts") || $0.path.contains(wanted) })
    }

    @Test(
        "A picture that covers the pane needs a higher definition than one that fits inside it",
        arguments: [(ScalingMode.aspectFit, "low"), (.aspectFill, "high"), (.fill, "low")])
    func scaling(_ scaling: ScalingMode, _ name: String) throws {
        let server = try FaultServer { Self.reply($0) }
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"), startBandwidth: 50_000_000)
        let grid = PixelGrid(width: 100, height: scaling == .fill ? 25 : 100, pixelAspect: 1)
        player.source.stream?.note(
            StreamDemand(
                buffered: .seconds(20), position: .zero, rate: .normal, isAdvancing: true, grid: grid,
                scaling: scaling))
        _ = try player.packets()
        let last = try #require(server.requests.last { $0.path.hasSuffix(".ts") })
        #expect(last.path.contains(name))
    }

    @Test(
        "ADV-68: the assumed bandwidth decides the start definition",
        arguments: [(100_000, 0), (50_000_000, 2)])
    func startBandwidth(_ bandwidth: Int, _ definition: Int) throws {
        let server = try FaultServer { Self.reply($0) }
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"), startBandwidth: bandwidth)
        expect(player.source.stream?.status.definition, is: definition)
    }

    @Test("an error names the missing segment, playlist or key, not the manifest")
    func missingParts() throws {
        for (manifest, missing, part) in [
            ("/ts/master.m3u8", ".ts", "segment"), ("/ts/master.m3u8", "h.m3u8", "playlist"),
            ("/aes/index.m3u8", "key", "key"),
        ] {
            let server = try FaultServer { request in
                request.path.hasSuffix(missing) || missing == "h.m3u8" && request.path.hasSuffix("high.m3u8")
                    || missing == "h.m3u8" && request.path.hasSuffix("low.m3u8")
                    || missing == "h.m3u8" && request.path.hasSuffix("mid.m3u8") ? FaultReply(404) : Self.reply(request)
            }
            do {
                _ = try StreamPlayer(address: server.address(manifest)).packets(10)
                Issue.record("\(part): it is not there")
            } catch let error as MediaError {
                let asked = try #require(server.requests.last).path
                #expect(error.reason.hasPrefix("\(part) "), "\(error.reason)")
                #expect(error.reason.contains(asked), "\(error.reason)")
                #expect(error.reason.hasSuffix("not found on the server (404)"))
                expect(PlayError(error, item: "film").code, is: .requestFailed)
            }
        }
    }

    @Test("chapters named by a playlist are read, and the stream plays without them, too", arguments: [true, false])
    func chapters(_ isThere: Bool) throws {
        let master =
            "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"com.apple.hls.chapters\",URI=\"/chapters.json\"\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=150000,RESOLUTION=128x32,CODECS=\"avc1.64000a,mp4a.40.2\"\n/ts/low.m3u8\n"
        let chapters = #"[{"start-time":0,"titles":[{"title":"One"}]},{"start-time":4,"titles":[{"title":"Two"}]}]"#
        let server = try FaultServer { request in
            switch request.path {
            case "/master.m3u8": .file(Array(master.utf8), for: request)
            case "/chapters.json": isThere ? .file(Array(chapters.utf8), for: request) : FaultReply(404)
            default: Self.reply(request)
            }
        }
        let player = try StreamPlayer(address: server.address("/master.m3u8"))
        expect(player.source.chapters.map(\.title), is: (isThere ? ["One", "Two"] : []))
        try expect(player.picture(at: .milliseconds(4005))?.number, is: 100)
    }

    @Test("ADV-27: a segment that would arrive too late is replaced by a lower definition from the same edge on")
    func abandoned() throws {
        let codecs = "CODECS=\"avc1.64000a,mp4a.40.2\""
        let master =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=10000,RESOLUTION=128x32,\(codecs)\n/ts/low.m3u8\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=80000,RESOLUTION=512x128,\(codecs)\n/ts/high.m3u8\n"
        let server = try FaultServer { request in
            if request.path == "/master.m3u8" { return .file(Array(master.utf8), for: request) }
            return Self.reply(request, faults: request.path == "/ts/high1.ts" ? [.throttle(bytesPerSecond: 6000)] : [])
        }
        let player = try StreamPlayer(address: server.address("/master.m3u8"), startBandwidth: 50_000_000)
        let source = player.source
        source.stream?.note(
            StreamDemand(
                buffered: .milliseconds(500), position: .seconds(1), rate: .normal, isAdvancing: true, grid: nil))
        var times: [MediaTime] = []
        var edge: MediaTime?
        while let item = try source.read() {
            guard case .packet(let packet) = item, packet.track == player.video, let time = packet.time else {
                continue
            }
            times.append(time)
            if source.wantsSwitch, let place = source.switchEdges().first {
                edge = place
                source.switchOver(at: place)
                times.removeAll { $0 >= place }
            }
        }
        expect(edge, is: .seconds(2))
        expect(times.count, is: 250)
        expect(Set(times).count, is: 250)
        #expect(server.requests.contains { $0.path == "/ts/low1.ts" })
        #expect(server.bytesSent(for: "/ts/high1.ts") < 20_680)
    }

    @Test("ADV-27: a slow line leads to a lower definition")
    func slow() throws {
        let server = try FaultServer { request in
            Self.reply(request, faults: request.path.contains("high") ? [.throttle(bytesPerSecond: 20_000)] : [])
        }
        let player = try StreamPlayer(address: server.address("/ts/master.m3u8"))
        try expect(pictures(player).count, is: 250)
        #expect(player.source.stream?.status.definition != 2)
    }

    @Test("ADV-81: the error of a protected stream names the protection")
    func protected() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:2
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXTINF:2,
            a.ts
            #EXT-X-ENDLIST

            """
        let server = try FaultServer { .file(Array(text.utf8), for: $0) }
        let error = #expect(throws: MediaError.self) { _ = try StreamPlayer(address: server.address("/a.m3u8")) }
        expect(error?.code, is: .noDecoder)
        expect(error?.libraryText.contains("FairPlay"), is: true)
    }

    @Test("a manifest without segments and a missing manifest fail with a reason")
    func failures() throws {
        let empty = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-ENDLIST\n"
        let server = try FaultServer { $0.path == "/gone" ? FaultReply(404) : .file(Array(empty.utf8), for: $0) }
        let nothing = #expect(throws: MediaError.self) { _ = try StreamPlayer(address: server.address("/a.m3u8")) }
        #expect(nothing != nil)
        let gone = #expect(throws: MediaError.self) { _ = try StreamPlayer(address: server.address("/gone")) }
        expect(
            gone?.code,
            is: .source(ByteSourceError(.httpStatus(404), operation: "request", context: server.text("/gone"))))
    }
}
