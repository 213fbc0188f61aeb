import Addresses
import DownloadModel
import Foundation
import Manifests
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// Streams that are downloaded from a server to a folder that plays without the server.
struct StreamDownloadTests {
    private static let master = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,URI="en/list.m3u8?t=T"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",URI="de/list.m3u8?t=T"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="sub/list.m3u8?t=T"
        #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=426x240,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a",SUBTITLES="s"
        low/list.m3u8?t=T
        #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2",AUDIO="a",SUBTITLES="s"
        high/list.m3u8?t=T
        """
    private static let list = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="10@5"
        #EXT-X-KEY:METHOD=AES-128,URI="key.bin"
        #EXTINF:4.0,
        s7.m4s?t=T
        #EXTINF:4.0,
        s8.m4s?t=T
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=NONE
        #EXTINF:2.5,
        #EXT-X-BYTERANGE:20@100
        all.m4s?t=T
        #EXT-X-ENDLIST
        """

    /// Returns a server whose manifest has new tokens at each reading.
    /// - Parameter expired: a path whose first address is refused.
    private func server(expired: String? = nil, list: String = Self.list) throws -> FaultServer {
        let readings = Monitor(0)
        return try FaultServer { request in
            let body: String
            if request.path == "/master.m3u8" {
                let number = readings.withLock { readings in
                    readings += 1
                    return readings
                }
                body = Self.master.replacing("t=T", with: "t=\(number)")
            } else if request.path.hasSuffix("list.m3u8") {
                body = list.replacing("t=T", with: request.query ?? "")
            } else {
                if request.path == expired, request.number == 0 { return FaultReply(403) }
                let bytes = Array((0..<200).flatMap { _ in Array(request.path.utf8) }.prefix(3000))
                return .file(bytes, for: request)
            }
            return .file(Array(body.utf8), for: request, entityTag: nil)
        }
    }

    private func parsed(_ bench: DownloadBench, _ name: String) throws -> HLSPlaylist {
        try HLSPlaylist.parse(
            try #require(bench.contents(name)), at: .file(String(name.split(separator: "/").last ?? "")))
    }

    @Test(
        "a manifest is recognised as a stream even if the server's first answers fail", arguments: [true, false])
    func lateAnswer(_ isTorn: Bool) throws {
        let good = try server()
        let server = try FaultServer { request in
            if request.path == "/master.m3u8", request.number < 3 {
                return FaultReply(503, [], faults: isTorn ? [.resetAtOnce] : [])
            }
            return .redirect(to: good.text(request.path + (request.query.map { "?" + $0 } ?? "")))
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/master.m3u8")))
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done, "\(item.files)")
        expect(item.files.first?.name.hasSuffix("/index.m3u8"), is: true, "\(item.files)")
    }

    @Test("DL-12: a definition that only the service names satisfies a wish for it")
    func told() throws {
        func presentation(_ text: String) throws -> Presentation {
            switch try HLSPlaylist.parse(Array(text.utf8), at: .file("x")) {
            case .multivariant(let playlist): playlist.presentation
            case .media(let playlist): playlist.presentation
            }
        }
        func key(_ text: String, _ told: String?, _ wishes: [String]? = nil) throws -> String {
            let info = told.map { DefinitionInfo(key: .init(rawValue: $0), name: $0, height: 1) }
            let choice = try StreamChoice(try presentation(text), DownloadWishes(definitions: wishes), told: info)
            return choice.definition.definitionKey.rawValue
        }
        #expect(try key(Self.master, "240p") == "240p" && key(Self.master, nil) == "720p")
        try expect(key(Self.master, "1080p", ["1080p", "240p"]), is: "240p")
        try expect(key(Self.master, "1080p", ["1080p"]), is: "720p")
        #expect(throws: DownloadProblem.self) { try key(Self.master, nil, ["1080p"]) }
        // This playlist lists only segments.
        let plain = try key(Self.list, nil)
        try expect(key(Self.list, "1080p", ["1080p"]), is: plain)
        #expect(throws: DownloadProblem.self) { try key(Self.list, nil, ["1080p"]) }
    }

    @Test("of a stream with several angles the variant's own pictures and sound are downloaded")
    func angles() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,URI="sound.m3u8"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Wide",URI="wide.m3u8"
            #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="Stage",DEFAULT=YES
            #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=426x240,AUDIO="a",VIDEO="v"
            stage.m3u8
            """
        guard case .multivariant(let playlist) = try HLSPlaylist.parse(Array(text.utf8), at: .file("x")) else {
            Issue.record("no multivariant playlist")
            return
        }
        let choice = try StreamChoice(playlist.presentation, DownloadWishes())
        let taken = choice.renditions.flatMap { playlist.presentation.renditions[$0].sources.map(\.content) }
        expect(taken, is: [.playlist(.file("stage.m3u8")), .playlist(.file("sound.m3u8"))])
    }

    @Test(
        "ADV-81, DL-12: a stream becomes a folder with its chosen definition, sound and keys that our parser reads"
    )
    func whole() throws {
        let server = try server()
        let bench = try DownloadBench()
        let request = bench.request(server.address("/master.m3u8")) {
            $0.title = "Film"
            $0.wishes = DownloadWishes(definitions: ["720p"], audioLanguages: ["de"])
        }
        let id = try bench.open().add(request)
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        expect(item.definitionKey, is: "720p")
        expect(item.mainPath, is: bench.folder + "/Film/index.m3u8")
        guard case .multivariant(let index) = try parsed(bench, "Film/index.m3u8") else {
            Issue.record("no multivariant playlist")
            return
        }
        let presentation = index.presentation
        expect(presentation.definitions().map(\.info.definitionKey.rawValue), is: ["720p"])
        expect(presentation.renditions.compactMap(\.language), is: ["de", "en"])
        guard case .media(let media) = try parsed(bench, "Film/main.m3u8") else {
            Issue.record("no media playlist")
            return
        }
        let segments = media.list.segments
        expect(segments.map(\.duration), is: [.seconds(4), .seconds(4), .milliseconds(2500)])
        #expect(media.list.isEnded && segments[2].discontinuity > segments[1].discontinuity)
        // Without a written IV, the number of the segment is used.
        expect(segments[1].key?.iv(segment: 0), is: [UInt8](repeating: 0, count: 15) + [8])
        expect(segments[2].key, is: nil)
        for segment in segments {
            guard case .file(let file) = segment.resource else { continue }
            expect(segment.range, is: nil)
            let size = bench.contents("Film/" + file)?.count
            expect(size, is: (segment.key == nil ? 20 : 2400))
        }
        guard case .file(let key)? = segments[0].key?.resource,
            case .file(let section)? = segments[0].initSection?.resource
        else {
            Issue.record("no key or section")
            return
        }
        expect(bench.contents("Film/" + section)?.count, is: 10)
        let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder + "/Film/" + key)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(
        "a downloaded stream keeps its cipher, and IVs from the server are written into the playlist",
        arguments: [true, false])
    func ciphers(_ isDASH: Bool) throws {
        let manifest =
            isDASH
            ? """
            <MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet contentType="video">
            <ContentProtection schemeIdUri="urn:mpeg:dash:sea:2012">
            <CryptoPeriod keyUriTemplate="key" ivUriTemplate="iv"/></ContentProtection>
            <SegmentTemplate media="s$Number$.m4s" initialization="init.mp4" duration="2" startNumber="1"/>
            <Representation id="1" bandwidth="100" width="640" height="360" codecs="avc1.4d401f" mimeType="video/mp4"/>
            </AdaptationSet></Period></MPD>
            """
            : "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"key\"\n"
                + "#EXTINF:2,\ns1.ts\n#EXTINF:2,\ns2.ts\n#EXT-X-ENDLIST\n"
        let iv = Array(UInt8(0)..<16)
        let server = try FaultServer { request in
            switch request.path {
            case "/master": .file(Array(manifest.utf8), for: request)
            case "/iv": .file(iv, for: request)
            default: .file([UInt8](repeating: 5, count: 32), for: request)
            }
        }
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/master")) { $0.title = "Film" })
        let item = try #require(bench.finished(id)).item
        expect(item.label, is: .done, "\(String(describing: item.problem))")
        let text = String(decoding: try #require(bench.contents("Film/main.m3u8")), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("#EXT-X-KEY") }
        if isDASH {
            let line = "#EXT-X-KEY:METHOD=AES-128,URI=\"main/0.key\",IV=0x000102030405060708090a0b0c0d0e0f"
            #expect(lines.contains { $0 == line } && !lines.contains { $0.contains("GCM") }, "\(text)")
        } else {
            expect(Set(lines), is: ["#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"main/0.key\""], "\(text)")
        }
    }

    @Test("DL-12: a stream without a wished definition fails and lists the available ones")
    func noDefinition() throws {
        let server = try server()
        let bench = try DownloadBench()
        let id = try bench.open().add(
            bench.request(server.address("/master.m3u8")) { $0.wishes.definitions = ["4k"] })
        let problem = try #require(bench.finished(id)?.item.problem)
        expect(problem, is: DownloadProblem(.noSuchDefinition, detail: "240p, 720p"))
    }

    @Test("ADV-79: expired segments are requested at the addresses of a new manifest; loaded segments are kept")
    func expiring() throws {
        let server = try server(expired: "/high/s8.m4s")
        let bench = try DownloadBench()
        // One connection, so that some segments are loaded before the address expires.
        bench.limits.connectionsPerItem = 1
        let id = try bench.open().add(bench.request(server.address("/master.m3u8")))
        expect(bench.finished(id)?.item.label, is: .done)
        expect(server.requests(for: "/high/s7.m4s").count, is: 1)
        expect(Set(server.requests(for: "/high/s8.m4s").map(\.query)).count, is: 2)
    }

    @Test(
        "DL-25, DL-26: a stopped stream loads only missing segments, and removing it keeps files that are not its own"
    )
    func resuming() throws {
        let hold = Monitor(true)
        let list = Self.list
        let server = try FaultServer { request in
            if request.path == "/list.m3u8" { return .file(Array(list.utf8), for: request, entityTag: nil) }
            let faults: [FaultReply.Fault] = request.path == "/s8.m4s" && hold.withLock { $0 } ? [.hold] : []
            return .file([UInt8](repeating: 1, count: 3000), for: request, faults: faults)
        }
        let bench = try DownloadBench()
        bench.limits.connectionsPerItem = 1
        let manager = try bench.open()
        let id = try manager.add(bench.request(server.address("/list.m3u8")))
        #expect(server.wait { $0.requests(for: "/s8.m4s").count == 1 })
        try manager.pause(id)
        #expect(bench.wait(id) { $0.phase == .idle } != nil)
        hold.update { $0 = false }
        try manager.resume(id)
        expect(bench.finished(id)?.item.label, is: .done)
        expect(server.requests(for: "/s7.m4s").count, is: 1)
        expect(server.requests(for: "/s8.m4s").count, is: 2)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: bench.folder + "/list/notes.txt"))
        try manager.remove(id)
        bench.close()
        try expect(FileManager.default.contentsOfDirectory(atPath: bench.folder + "/list"), is: ["notes.txt"])
    }

    @Test("a live stream is refused with a reason")
    func live() throws {
        let server = try server(list: Self.list.replacing("#EXT-X-ENDLIST", with: ""))
        let bench = try DownloadBench()
        let id = try bench.open().add(bench.request(server.address("/master.m3u8")))
        expect(bench.finished(id)?.item.problem?.code, is: .live)
    }
}
