import Foundation
import PlayCore
import TestSupport
import Testing
import Transport

@testable import Catalogue

/// The PeerTube client, against a server that validates requests by the API's own specification.
@Suite(.enabled(if: PeerTubeStub.isPresent, Comment(rawValue: PeerTubeStub.absentReason)))
struct PeerTubeServerTests {
    private static let uuid = "9c9de5e8-0a1e-484a-b099-e80766180a6d"
    private let stub: PeerTubeStub
    private let transport: HTTPServiceTransport
    private var page: String { stub.origin + "/w/" + Self.uuid }

    init() throws {
        stub = try PeerTubeStub()
        transport = HTTPServiceTransport(try #require(HTTPClient(HTTPSettings(userAgent: "tvplay/test"))))
    }

    @Test(
        "INFO-01, INFO-03, INFO-06, INFO-07, INFO-13, INFO-16, CAT-01: a video has its stream, files and chapters"
    )
    func video() throws {
        let provider = PeerTubeProvider(transport: transport)
        #expect(provider.isServer(of: page, cancel: CancelToken()))
        let info = try provider.playInfo(PlayRequest(page), cancel: CancelToken())
        expect(info.videoID, is: page)
        expect(info.title, is: "A talk")
        expect(info.duration, is: .seconds(1419))
        expect(info.coverURL, is: stub.origin + "/lazy/p.jpg")
        #expect(info.enableVideoComment)
        #expect(!info.isLive)
        expect(info.definitionList.map(\.info.definitionKey.rawValue), is: ["source", "720p", "360p"])
        #expect(
            info.definitionList[0].entries.map(\.playURL)
                == [stub.origin + "/hls/master.m3u8", "https://copy.example/hls/x/master.m3u8"])
        #expect(info.definitionList[0].entries.allSatisfy { $0.delivery == .hls })
        #expect(info.definitionList[2].entries.count == 2 && info.definitionList[1].info.height == 720)
        expect(
            info.subtitleInfo,
            is: [SubtitleInfo(stub.origin + "/lazy/fr.vtt", language: "fr", name: "French", format: "vtt")])
        expect(info.marks.points.map(\.title), is: ["One", "Two"])
        expect(stub.violations(), is: "")
    }

    @Test("CAT-08: a playlist is read as an album")
    func album() throws {
        let provider = PeerTubeProvider(transport: transport)
        let album = try provider.album(stub.origin + "/w/p/5", token: nil, cancel: CancelToken())
        expect(album.title, is: "Term")
        expect(album.items.map(\.vid), is: ["2y84q2MQUMWPbiEcxNXMgC"])
        expect(album.items[0].reference, is: stub.origin + "/w/2y84q2MQUMWPbiEcxNXMgC")
        expect(stub.violations(), is: "")
    }

    @Test(
        "CAT-03, CAT-04, CAT-05, CAT-06, CAT-07: comments can be paged, written, answered and deleted but not liked"
    )
    func comments() throws {
        let provider = PeerTubeProvider(transport: transport)
        let service = try #require(provider.comments)
        let cancel = CancelToken()
        let info = try provider.playInfo(PlayRequest(page), cancel: cancel)
        let first = try service.comments(of: info, page: 1, pageSize: 2, token: nil, cancel: cancel)
        expect(first.comments.map(\.text), is: ["Comment 0 & more", "Comment 1 & more"])
        expect(first.total, is: 5)
        #expect(first.hasMore)
        #expect(
            first.comments[0].author == "Ada" && first.comments[0].time == 1_700_000_000
                && first.comments[0].replyCount == 2)
        let last = try service.comments(of: info, page: 3, pageSize: 2, token: nil, cancel: cancel)
        expect(last.comments.map(\.id), is: ["14"])
        #expect(!last.hasMore)
        let replies = try service.replies(to: first.comments[0], of: info, token: nil, cancel: cancel)
        expect(replies.map(\.text), is: ["First", "Second"])
        expect(replies.map(\.parentID), is: ["10", "30"])
        let key = token("access-1")
        // CAT-07: All comments of the stub belong to the account that is signed in.
        let own = try service.comments(of: info, page: 1, pageSize: 2, token: key, cancel: cancel)
        #expect(own.comments.allSatisfy(\.isOwn) && first.comments.allSatisfy { !$0.isOwn })
        try service.post("Hello", answering: nil, avatar: nil, of: info, token: key, cancel: cancel)
        try service.post("Hello", answering: first.comments[0], avatar: nil, of: info, token: key, cancel: cancel)
        try service.delete(first.comments[0], of: info, token: key, cancel: cancel)
        let refused = failure { () throws(CatalogueError) in
            try service.post("Hello", answering: nil, avatar: nil, of: info, token: token("old"), cancel: cancel)
        }
        expect(refused?.code, is: .invalidToken)
        let like = failure { () throws(CatalogueError) in
            try service.like(true, first.comments[0], of: info, token: key, cancel: cancel)
        }
        expect(like?.cause.isUnsupported, is: true)
        expect(stub.violations(), is: "")
    }

    @Test(
        "CFG-04, CFG-05: signing in uses a password, and a renewed token is stored and plays a private video"
    )
    func signIn() throws {
        let kept = Monitor<[PeerTubeSession]>([])
        let cancel = CancelToken()
        let signIn = PeerTubeSignIn(origin: stub.origin, transport: transport, session: nil, now: { 1000 }) { session in
            kept.withLock { $0.append(session) }
        }
        expect(signIn.currentToken, is: nil)
        let nobody = failure { () throws(CatalogueError) in try signIn.token(for: .comment, cancel: cancel) }
        expect(nobody?.code, is: .invalidToken)
        let wrong = failure { () throws(CatalogueError) in
            try signIn.signIn(user: "ada", password: token("wrong one"), cancel: cancel)
        }
        expect(wrong?.code, is: .invalidToken)
        try signIn.signIn(user: "ada", password: token("right & good"), cancel: cancel)
        expect(signIn.currentToken?.secret, is: "access-2")
        expect(kept.withLock { $0.last?.accessEnds }, is: 15_399)
        // The server forgets the old token: a request with it is refused, and repeated with a renewed one.
        let keeper = TokenKeeper(source: signIn)
        keeper.give(token("access-1"), for: .video(id: page))
        let catalogue = Catalogue(
            providers: [LookalikeProvider(provider: PeerTubeProvider(transport: transport))], tokens: keeper)
        let info = try catalogue.playInfo(PlayRequest(page), cancel: cancel)
        expect(kept.withLock { $0.map(\.access.secret) }, is: ["access-2", "access-3"])
        let query = "videoFileToken=file%20token"
        #expect(info.definitionList[0].entries[0].playURL.hasSuffix("?\(query)&reinjectVideoFileToken=true"))
        #expect(info.definitionList[1].entries[0].playURL.hasSuffix("?\(query)"))
        expect(stub.violations(), is: "")
    }

    /// Returns an account at the stub as one process has it, with its session in `file`.
    private func account(
        _ file: String, password: String?, at server: String? = nil, now: @escaping @Sendable () -> Int64 = { 1000 }
    ) throws -> PeerTubeAccount {
        try #require(
            PeerTubeAccount(
                user: "ada", server: server ?? stub.origin, file: file, transport: transport, now: now
            ) { _ throws(CatalogueError) in password.flatMap { Token($0) } })
    }

    @Test(
        "CFG-04, CFG-05, CAT-03, CAT-05, CAT-07: an account opens private videos and stays signed in across processes"
    )
    func account() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let (file, cancel) = (folder.path + "/session", CancelToken())
        let provider = PeerTubeProvider(
            transport: transport, account: try account(file, password: "right & good"))
        let info = try provider.playInfo(PlayRequest(page), cancel: cancel)
        #expect(info.definitionList[1].entries[0].playURL.hasSuffix("?videoFileToken=file%20token"))
        let service = try #require(provider.comments)
        let own = try service.comments(of: info, page: 1, pageSize: 2, token: nil, cancel: cancel)
        #expect(own.comments.allSatisfy { $0.isOwn })
        try service.post("Hello", answering: own.comments[0], avatar: nil, of: info, token: nil, cancel: cancel)
        try service.delete(own.comments[0], of: info, token: nil, cancel: cancel)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        expect(mode, is: 0o600)
        expect(SessionFile.read(file)?.access.secret, is: "access-2")

        // A later process needs no password, and a day later it renews the token.
        let later = PeerTubeProvider(
            transport: transport, account: try account(file, password: nil, now: { 100_000 }))
        expect(later.account?.isKept, is: true)
        let again = try later.playInfo(PlayRequest(page), cancel: cancel)
        expect(again.title, is: "A talk")
        expect(SessionFile.read(file)?.access.secret, is: "access-3")
        // The first process's token is refused by now, so it uses the one that the other has stored.
        try service.post("Hello", answering: nil, avatar: nil, of: info, token: nil, cancel: cancel)
        expect(SessionFile.read(file)?.access.secret, is: "access-3")
        expect(stub.violations(), is: "")
    }

    @Test("CFG-04: an account is used only at its own server, and public videos play even if signing in fails")
    func strangers() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let cancel = CancelToken()
        let elsewhere = PeerTubeProvider(
            transport: transport,
            account: try account(folder.path + "/a", password: "right & good", at: "https://other.example"))
        let info = try elsewhere.playInfo(PlayRequest(page), cancel: cancel)
        #expect(!info.definitionList[1].entries[0].playURL.contains("Token"))
        for password in ["wrong one", nil] {
            let provider = PeerTubeProvider(
                transport: transport, account: try account(folder.path + "/b", password: password))
            let video = try provider.playInfo(PlayRequest(page), cancel: cancel)
            expect(video.title, is: "A talk")
            let error = failure { () throws(CatalogueError) in
                try provider.comments?.post("x", answering: nil, avatar: nil, of: info, token: nil, cancel: cancel)
            }
            expect(error?.code, is: .invalidToken)
            expect(error?.reason.contains("sign"), is: true)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/b"))
        expect(stub.violations(), is: "")
    }

    /// A provider that accepts http addresses without a request.
    private struct LookalikeProvider: CatalogueProvider {
        let provider: PeerTubeProvider
        func recognizes(_ reference: String) -> Bool { true }
        func playInfo(_ request: PlayRequest, cancel: CancelToken) throws(CatalogueError) -> PlayInfo {
            try provider.playInfo(request, cancel: cancel)
        }
    }
}
