import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Catalogue

@Suite struct PeerTubeTests {
    @Test("PLAY-04: addresses of PeerTube videos and playlists are recognised")
    func places() throws {
        let place = try #require(PeerTubePlace("PeerTube://Video.example:8080/w/2y84q2MQUMWPbiEcxNXMgC"))
        #expect(place.origin == "https://video.example:8080")
        expect(place.id, is: "2y84q2MQUMWPbiEcxNXMgC")
        expect(place.kind, is: .video)
        #expect(PeerTubePlace("http://h/videos/watch/1-a?start=3")?.id == "1-a")
        #expect(PeerTubePlace("https://h/w/p/abc")?.kind == .playlist)
        for text in [
            "https://h/", "https://h/watch?v=1", "https://h/w/", "https://h/w/p", "ftp://h/w/1", "https://h/w/a%2Fb",
            "w/1",
        ] {
            expect(PeerTubePlace(text), is: nil, "\(text)")
        }
        let provider = PeerTubeProvider(transport: FakeTransport { _ throws(CatalogueError) in "{}" })
        #expect(provider.recognizes("peertube://h/w/1"))
        #expect(!provider.recognizes("https://h/w/1"))
        #expect(!provider.isServer(of: "https://h/w/1", cancel: CancelToken()))
    }

    @Test("PLAY-32: an invalid answer is error 1030, and an answer without http addresses is 1040")
    func wrongAnswers() throws {
        func error(_ answer: String) -> CatalogueError? {
            let provider = PeerTubeProvider(transport: FakeTransport { _ throws(CatalogueError) in answer })
            return failure { () throws(CatalogueError) in
                try provider.playInfo(PlayRequest("peertube://h/w/1"), cancel: CancelToken())
            }
        }
        expect(error("[]")?.code, is: .invalidPlayInfo)
        expect(error("{")?.code, is: .invalidPlayInfo)
        expect(error(#"{"uuid": "x"}"#)?.code, is: .invalidVideoURL)
        #expect(error(#"{"uuid": "x", "files": [{"fileUrl": "file:///etc/passwd"}]}"#)?.code == .invalidVideoURL)
    }

    @Test("CAT-04: the HTML of comments becomes plain text")
    func html() {
        expect(
            CommentHTML.text("<p>a &lt;b&gt; &#x41;&#66;</p><p>c<br />d &amp;amp; &bogus; 1 < 2</p>"),
            is: "a <b> AB\nc\nd &amp; &bogus; 1 < 2")
        expect(CommentHTML.text(""), is: "")
        expect(CommentHTML.text("<"), is: "<")
        expect(CommentHTML.text("&"), is: "&")
        expect(CommentHTML.text("&#xD800;x"), is: "&#xD800;x")
    }

    @Test(
        "CAT-04: dates of services are read with their time zones",
        arguments: [
            ("2023-11-14T22:13:20.000Z", 1_700_000_000 as Int64?), ("2023-11-15T00:13:20+02:00", 1_700_000_000),
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T00:00:00", 951_782_400), ("1969-12-31T23:59:59Z", -1),
            ("yesterday", nil),
            ("2023-13-14T22:13:20Z", nil), ("2023-11-14T22:13:20+0", nil),
        ])
    func dates(text: String, seconds: Int64?) {
        expect(UTCTime(text).map { $0.nanoseconds / 1_000_000_000 }, is: seconds)
    }

    @Test("CFG-04: a sign-in is stored readable only by its owner, and ignored if others can read it")
    func sessionFile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.appendingPathComponent("peertube.json").path
        let session = PeerTubeSession(access: token("a"), refresh: token("b"), accessEnds: 7)
        expect(SessionFile.read(path), is: nil)
        try SessionFile.write(session, to: path)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        expect(mode, is: 0o600)
        expect(SessionFile.read(path), is: session)
        #expect(!"\(session)".contains("\"a\""))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        expect(SessionFile.read(path), is: nil)
        #expect(throws: SessionFile.Failure.self) { try SessionFile.write(session, to: folder.path + "/none/x") }
    }
}
