import Addresses
import Catalogue
import DownloadModel
import Downloads
import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import DownloadService

@Suite("Downloads of a catalogue's videos")
struct ResolverTests {
    struct NoTokens: TokenSource {
        func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
            throw CatalogueError(.noToken("none"))
        }
    }

    /// A service that answers every request with the same document.
    struct OneAnswer: ServiceTransport {
        let result: Result<String, CatalogueError>

        func send(_ request: ServiceRequest, cancel: CancelToken) throws(CatalogueError) -> ServiceAnswer {
            let body = Array(try result.get().utf8)
            guard let address = Address(request.address) else { throw CatalogueError(.noSource) }
            return ServiceAnswer(status: 200, contentType: "application/json", body: body, address: address)
        }
    }

    private func resolver(
        _ result: Result<String, CatalogueError> = .failure(CatalogueError(.noSource)),
        tokens: (any TokenSource)? = nil
    ) throws -> CatalogueResolver {
        let client = try #require(HTTPClient(HTTPSettings(userAgent: "test")))
        let transport = OneAnswer(result: result)
        let manifest = ManifestProvider(transport: transport, now: { 0 }) { _, _ throws(ByteSourceError) in [] }
        return CatalogueResolver(
            client: client, manifest: manifest, peerTube: PeerTubeProvider(transport: transport), ytDlp: nil,
            tokens: tokens)
    }

    private func code(_ resolver: CatalogueResolver, _ request: DownloadRequest) -> DownloadProblem.Code? {
        do throws(DownloadProblem) {
            try resolver.check(request)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("CFG-08: a request that needs a token is refused if none can be renewed; DL-11: rooms always need one")
    func tokens() throws {
        let room = DownloadRequest(.playback(classID: "C", sessionID: nil, version: -1), folder: "/d")
        let number = DownloadRequest(.video("4711"), folder: "/d")
        let address = DownloadRequest(.video("https://a/{token}/film.mp4"), folder: "/d")
        let without = try resolver()
        for request in [room, number, address] { expect(code(without, request), is: .noTokenSource) }
        let with = try resolver(tokens: NoTokens())
        expect(code(with, room), is: .unresolved)
        expect(code(with, number), is: .unresolved)
        expect(code(with, address), is: nil)
    }

    @Test("files and unsupported schemes are refused; DL-15: encrypted downloads of streams are accepted")
    func addresses() throws {
        let resolver = try resolver()
        #expect(code(resolver, DownloadRequest(.video("https://a/film.mp4"), folder: "/d")) == nil)
        #expect(code(resolver, DownloadRequest(.video("peertube://a/w/x"), folder: "/d")) == nil)
        for text in ["/a/film.mp4", "film.mkv", "notaurl", "-"] {
            expect(code(resolver, DownloadRequest(.video(text), folder: "/d")), is: .notAnAddress)
        }
        for text in [
            "magnet:?xt=urn:btih:0", "gopher://a/b", "data:video/mp4;base64,AA", "rtmp://a/b", "file:///a.mp4",
        ] {
            expect(code(resolver, DownloadRequest(.video(text), folder: "/d")), is: .scheme)
        }
        var secure = DownloadRequest(.video("https://a/master.m3u8"), folder: "/d")
        secure.mode = .secure
        expect(code(resolver, secure), is: nil)
    }

    @Test("ADV-84: only an address alone is loaded ahead; a service's item and another scheme are refused with reasons")
    func ahead() throws {
        func problem(_ text: String) throws -> DownloadProblem? {
            let resolver = try resolver(tokens: NoTokens())
            do throws(DownloadProblem) {
                try resolver.checkAhead(DownloadRequest(.video(text), folder: "/d"))
                return nil
            } catch {
                return error
            }
        }
        try expect(problem("https://a/film.mp4")?.code, is: nil)
        try expect(problem("https://a/master.m3u8?x=1")?.code, is: nil)
        for text in [
            "https://a/all.tvplay.json", "https://a/all.tvplay.json#b", "peertube://a/w/x", "https://a/{token}/b",
        ] {
            let problem = try problem(text)
            #expect(problem?.code == .notCacheable && problem?.detail.isEmpty == false, "\(text)")
        }
        for text in ["rtmp://a/b", "magnet:?xt=urn:btih:0"] { try expect(problem(text)?.code, is: .scheme) }
        for text in ["film.mkv", "ftp://a/b"] { try expect(problem(text)?.code, is: .notAnAddress) }
    }

    private func item(_ reference: String, _ wishes: DownloadWishes = DownloadWishes()) throws -> DownloadItem {
        let id = try #require(DownloadID("0123456789abcdef"))
        var request = DownloadRequest(.video(reference), folder: "/d")
        request.wishes = wishes
        return DownloadItem(request, id: id, order: 1, added: 0)
    }

    @Test("CFG-08: a service that refuses a token that cannot be renewed is reported with its own code")
    func refused() throws {
        let resolver = try resolver(.failure(CatalogueError(.tokenRefused)))
        let item = try item("https://a/list.tvplay.json")
        #expect {
            try resolver.resolve(item, cancel: CancelToken())
        } throws: {
            ($0 as? DownloadProblem)?.code == .noTokenSource
        }
    }

    private func info(_ change: (inout PlayInfo) -> Void = { _ in }) -> PlayInfo {
        var info = PlayInfo(videoID: "v")
        info.title = "Film"
        func definition(_ key: String, _ height: Int, _ url: String, audio: String? = nil) -> PlayInfo.Definition {
            PlayInfo.Definition(
                DefinitionInfo(key: .init(rawValue: key), name: key, width: height * 16 / 9, height: height),
                entries: [NetworkAddress(url, audioURL: audio)])
        }
        info.definitionList = [
            definition("2160p", 2160, "https://a/4k.mp4", audio: "https://a/4k.m4a"),
            definition("1080p", 1080, "https://a/high.mp4"), definition("360p", 360, "https://a/low.mp4"),
            definition("audio", 0, "https://a/sound.m4a"),
        ]
        change(&info)
        return info
    }

    @Test("DL-12, DL-14: the first available wish is chosen, and without wishes a definition for terminals")
    func definitions() throws {
        func address(_ wishes: [String]?) throws -> String? {
            let source = try PlayInfoSource(DownloadWishes(definitions: wishes)).source(of: info())
            guard case .file(let file)? = source.main else { return nil }
            return file.address.text
        }
        #expect(try address(["8k", "1080p"]) == "https://a/high.mp4")
        #expect(try address(["audio"]) == "https://a/sound.m4a")
        #expect(try address(nil) == "https://a/low.mp4")
        #expect(throws: DownloadProblem.self) { try address(["480p"]) }
    }

    @Test(
        "DL-18: picture and sound in two files or in two streams are one item; a file with a stream is refused"
    )
    func pairs() throws {
        let wishes = DownloadWishes(definitions: ["2160p"])
        let source = try PlayInfoSource(wishes).source(of: info())
        guard case .file(let picture)? = source.main else { throw ServerBench.Failure() }
        #expect(picture.address.text == "https://a/4k.mp4")
        expect(source.others.map(\.name), is: ["sound.m4a"])
        expect(source.others.map(\.role), is: [.sound])
        #expect(throws: DownloadProblem.self) {
            try PlayInfoSource(wishes).source(
                of: info { $0.definitionList[0].entries[0].audioURL = "https://a/sound.m3u8" })
        }
        let streams = try PlayInfoSource(wishes).source(
            of: info {
                $0.definitionList[0].entries[0] = NetworkAddress(
                    "https://a/v.m3u8", audioURL: "https://a/sound", audioDelivery: .hls)
            })
        guard case .stream(let manifest, _)? = streams.main else { throw ServerBench.Failure() }
        #expect(manifest.text == "https://a/v.m3u8")
        #expect(streams.streamSound?.text == "https://a/sound")
        #expect(streams.others.isEmpty)
        expect(streams.definition?.definitionKey.rawValue, is: "2160p")
    }

    @Test("ADV-74: headers, subtitles and cover are downloaded with a video; a live video is refused")
    func parts() throws {
        let source = try PlayInfoSource(DownloadWishes(textLanguages: ["en"])).source(
            of: info {
                $0.headers = [HTTPHeader(name: "X", value: "1")].compactMap(\.self)
                $0.subtitleInfo = [
                    SubtitleInfo("https://a/en.vtt", language: "en-GB", format: "vtt"),
                    SubtitleInfo("https://a/de.vtt", language: "de", format: "vtt"), SubtitleInfo("relative.vtt"),
                ]
                $0.coverURL = "https://a/cover.png"
            })
        let names = source.others.map(\.name)
        expect(source.title, is: "Film")
        expect(names, is: ["en-GB.vtt", "cover.png"])
        expect(source.others.count(where: { $0.isOptional }), is: 2)
        guard case .file(let file)? = source.main else { throw ServerBench.Failure() }
        expect(file.headers.count, is: 1)
        #expect(throws: DownloadProblem(.live)) {
            try PlayInfoSource(DownloadWishes()).source(of: info { $0.isLive = true })
        }
    }

    @Test("the definitions of a stream come from the stream itself")
    func stream() throws {
        let stream = info {
            let key = DefinitionInfo(key: .undescribed, name: "")
            $0.definitionList = [PlayInfo.Definition(key, entries: [NetworkAddress("https://a/x.m3u8")])]
        }
        let source = try PlayInfoSource(DownloadWishes(definitions: ["720p"])).source(of: stream)
        guard case .stream(let address, _)? = source.main else { throw ServerBench.Failure() }
        #expect(address.text == "https://a/x.m3u8")
        expect(source.definition, is: nil)
    }

    @Test(
        "DL-03: the answer of NetworkManager shows whether the line is metered",
        arguments: [("u 1\n", true), ("u 3\n", true), ("u 2\n", false), ("u 4\n", false), ("", false), ("x", false)])
    func metered(answer: String, isMetered: Bool) { expect(MeteredLine.isMetered(answer), is: isMetered) }

    @Test("a log that has grown beyond its limit is moved aside once")
    func log() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/daemon.log"
        try Data(repeating: 0x61, count: 2000).write(to: URL(fileURLWithPath: path))
        let log = try #require(DaemonLog(path, level: .error, limit: 1000))
        expect(FileManager.default.contents(atPath: path)?.isEmpty, is: true)
        expect(FileManager.default.contents(atPath: path + ".1")?.count, is: 2000)
        log.rotate()
        expect(FileManager.default.contents(atPath: path + ".1")?.count, is: 2000)
    }
}
