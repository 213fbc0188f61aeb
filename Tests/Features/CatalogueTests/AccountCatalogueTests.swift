import Encoding
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

/// Items of a viewer's own catalogue, by the names that the catalogue uses.
@Suite struct AccountCatalogueTests {
    private static let manifest = """
        {"tvplay": 1, "title": "Physics", "videos": [
          {"id": "v1", "reference": "waves 7", "title": "Waves", "definitions": [{"key": "low", "addresses": ["1.mp4"]}],
           "comments": {"list": "comments.json"}},
          {"id": "v2", "definitions": [{"key": "low", "addresses": ["2.mp4"]}], "vod": {"address": "https://else.example/i"}}],
         "albums": [{"id": "term", "title": "First", "videos": ["v2", "v1"]}]}
        """

    private func catalogue(
        _ place: String?, key: String? = "s3cr3t", _ transport: FakeTransport
    ) -> AccountCatalogue {
        AccountCatalogue(
            at: place, policyKey: key.flatMap { Token($0) }, transport: transport,
            peerTube: PeerTubeProvider(transport: transport), now: { 0 }
        ) { _, _ throws(ByteSourceError) in Array(Self.manifest.utf8) }
    }

    private func ask(_ reference: String, _ catalogue: AccountCatalogue) throws(CatalogueError) -> Found {
        try catalogue.find(PlayRequest(reference), cancel: CancelToken())
    }

    private func video(_ found: Found) -> PlayInfo? {
        guard case .video(let info) = found else { return nil }
        return info
    }

    @Test(
        "ARCH-11: a manifest's videos are found by id and by reference, and its albums as playlists")
    func manifest() throws {
        let transport = FakeTransport { _ in Self.manifest }
        let catalogue = catalogue("https://h.example/all.tvplay.json", transport)
        let found1 = try video(ask("catalogue://video/v1", catalogue))
        expect(found1?.title, is: "Waves")
        let found2 = try video(ask("catalogue://ref/waves 7", catalogue))
        expect(found2?.videoID, is: "v1")
        guard case .album(let album) = try ask("catalogue://playlist/term", catalogue) else {
            Issue.record("no album")
            return
        }
        expect(album.title, is: "First")
        #expect(album.items.map(\.reference) == ["catalogue://video/v2", "catalogue://video/v1"])
        let none = failure { () throws(CatalogueError) in try ask("catalogue://ref/other", catalogue) }
        expect(none?.code, is: .invalidVideoURL)
        let comments = try catalogue.comments(for: PlayRequest("catalogue://ref/waves 7"), cancel: CancelToken())
        #expect(comments != nil)
    }

    @Test("ARCH-12: the policy key is sent only to the catalogue's origin and never appears in a message")
    func policyKey() throws {
        let transport = FakeTransport { request throws(CatalogueError) in
            guard request.address.hasPrefix("https://h.example/") else {
                return #"{"id": "x", "definitions": [{"key": "low", "addresses": ["https://h.example/3.mp4"]}]}"#
            }
            if request[header: "x-policy-key"] == "wrong" { throw CatalogueError(status: 403, context: "h.example") }
            return Self.manifest
        }
        let catalogue = catalogue("https://h.example/all.tvplay.json", transport)
        _ = try ask("catalogue://video/v2", catalogue)
        expect(transport.requests.map { $0[header: "x-policy-key"] }, is: ["s3cr3t", nil])
        let wrong = self.catalogue("https://h.example/all.tvplay.json", key: "wrong", transport)
        let error = failure { () throws(CatalogueError) in try ask("catalogue://video/v1", wrong) }
        expect(error?.code, is: .invalidToken)
        expect(error?.reason.contains("invalid or has expired"), is: true)
        #expect(!"\(catalogue) \(String(reflecting: catalogue))".contains("s3cr3t"))
        let keyless = self.catalogue("https://h.example/all.tvplay.json", key: nil, transport)
        _ = try ask("catalogue://video/v1", keyless)
        expect(transport.requests.last?[header: "x-policy-key"], is: nil)
    }

    @Test("ARCH-11, PLAY-09: a service gets requests by id, by reference and for a playlist, with the viewer's name")
    func service() throws {
        let transport = FakeTransport { request throws(CatalogueError) in
            switch request.address {
            case "https://h.example/acc/videos/a%2Fb",
                "https://h.example/acc/videos/ref:waves?user_name=Ada%20L&user_group=3":
                #"{"id": "a/b", "title": "Waves", "definitions": [{"key": "low", "addresses": ["low.mp4"]}]}"#
            case "https://h.example/acc/playlists/t":
                #"{"title": "Term", "videos": [{"id": "one", "title": "One", "duration": 3}, {"id": "two"}]}"#
            default: #"{"error": 1040}"#
            }
        }
        let catalogue = catalogue("https://h.example/acc/", transport)
        let info = try video(ask("catalogue://video/a/b", catalogue))
        expect(info?.title, is: "Waves")
        #expect(info?.definitionList[0].entries[0].playURL == "https://h.example/acc/videos/low.mp4")
        var request = PlayRequest("catalogue://ref/waves")
        request.viewer = Viewer(name: "Ada L", group: 3)
        let named = try catalogue.playInfo(request, cancel: CancelToken())
        expect(named.videoID, is: "a/b")
        let album = try catalogue.album("catalogue://playlist/t", token: nil, cancel: CancelToken())
        #expect(album.items.map(\.reference) == ["catalogue://video/one", "catalogue://video/two"])
        expect(album.items[0].duration, is: .seconds(3))
        let none = failure { () throws(CatalogueError) in try ask("catalogue://video/none", catalogue) }
        expect(none?.code, is: .invalidVideoURL)
        #expect(transport.requests.allSatisfy { $0[header: "x-policy-key"] == "s3cr3t" })
    }

    @Test("ARCH-11: a PeerTube server has videos and playlists, and references are unsupported")
    func peerTube() throws {
        let transport = FakeTransport { request throws(CatalogueError) in
            if request.address == "https://p.example/api/v1/videos/abc" {
                return #"{"uuid": "abc", "name": "Talk", "files": [{"fileUrl": "/1.mp4", "resolution": {"id": 360}}]}"#
            }
            throw CatalogueError(status: 404, context: "p.example")
        }
        let catalogue = catalogue("peertube://p.example", transport)
        let found3 = try video(ask("catalogue://video/abc", catalogue))
        expect(found3?.title, is: "Talk")
        let reference = failure { () throws(CatalogueError) in try ask("catalogue://ref/abc", catalogue) }
        expect(reference?.cause.isUnsupported, is: true)
        #expect(transport.requests.allSatisfy { $0[header: "x-policy-key"] == nil })
    }

    @Test("ARCH-11: a missing catalogue and an invalid name are reported with a reason")
    func wrong() throws {
        let transport = FakeTransport { _ in Self.manifest }
        let unnamed = failure { () throws(CatalogueError) in
            try ask("catalogue://video/v1", self.catalogue(nil, transport))
        }
        expect(unnamed?.reason.contains("--catalogue"), is: true)
        let catalogue = catalogue("/a/all.tvplay.json", transport)
        for text in ["catalogue://", "catalogue://video/", "catalogue://film/1", "catalogue://video"] {
            let error = failure { () throws(CatalogueError) in try ask(text, catalogue) }
            expect(error?.cause.isUnsupported, is: true, "\(text)")
        }
        let found4 = try video(ask("catalogue://video/v1", catalogue))
        expect(found4?.title, is: "Waves")
        #expect(transport.requests.isEmpty, "a file needs no server")
        #expect(AccountCatalogue.subject(of: "catalogue://video/v1") == .video(id: "v1"))
        #expect(AccountCatalogue.subject(of: "https://h.example/v1") == nil)
    }

    @Test("CFG-09, PLAY-20: reports and comments name the viewer as far as known")
    func viewer() throws {
        var report = PlayReport(videoID: "v", position: .zero, watched: .zero)
        expect(report.json["user"], is: nil)
        report.viewer = Viewer(name: "Ada", number: "7")
        expect(report.json["user"]?["name"]?.text, is: "Ada")
        expect(report.json["user"]?["group"], is: nil)
        let transport = FakeTransport { _ in "" }
        let addresses = TvplayManifest.CommentAddresses(
            list: nil, post: "https://h.example/post", like: nil, delete: nil)
        var info = PlayInfo(videoID: "v")
        info.enableVideoComment = true
        try ManifestComments(addresses, transport: transport, viewer: Viewer(name: "Ada", group: 3)).post(
            "Hello", answering: nil, avatar: nil, of: info, token: token("t"), cancel: CancelToken())
        let body = try #require(transport.requests.first?.bodyText)
        #expect(body.contains(#""user":{"#))
        #expect(body.contains(#""name":"Ada""#))
        #expect(body.contains(#""group":3"#))
    }
}
