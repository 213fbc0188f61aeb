import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import PlayCore

@Suite struct TokenTests {
    /// A token source that counts its calls and answers from a closure.
    private final class CountingSource: TokenSource {
        let count = Monitor(0)
        private let answer: @Sendable (Int) throws(CatalogueError) -> Token
        init(_ answer: @escaping @Sendable (Int) throws(CatalogueError) -> Token) { self.answer = answer }
        func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
            try answer(
                count.withLock {
                    $0 += 1
                    return $0
                })
        }
    }

    private let item = TokenSubject.video(id: "7")

    @Test("CFG-04: a token is in no printed value and in no log line")
    func secrecy() throws {
        let secret = "s3cr3t-token"
        var request = PlayRequest("x")
        request.token = token(secret)
        for text in ["\(token(secret))", String(reflecting: request), "\(request)", "\([token(secret)])"] {
            #expect(!text.contains(secret))
        }
        var dumped = ""
        dump(request, to: &dumped)
        #expect(!dumped.contains(secret))
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.appendingPathComponent("log").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        let written = Log()
        written.open(descriptor: handle.fileDescriptor, level: .debug)
        let keeper = TokenKeeper(
            source: CountingSource { number throws(CatalogueError) in token(secret + "\(number)") }, log: written)
        _ = try keeper.renewed(nil, for: item, cancel: CancelToken())
        let log = try String(contentsOfFile: path, encoding: .utf8)
        #expect(log.contains("token renewed"))
        #expect(!log.contains(secret))
        withExtendedLifetime(handle) {}
    }

    @Test("CFG-04: an empty text, control characters and too long a text are no token")
    func values() {
        expect(Token("  a b\r\n")?.secret, is: "a b")
        expect(Token(""), is: nil)
        expect(Token(" \n"), is: nil)
        expect(Token("a\nb"), is: nil)
        expect(Token("a\u{1B}b"), is: nil)
        expect(Token(String(repeating: "x", count: 20_000)), is: nil)
    }

    @Test("CFG-06: a token command gets its words as they are, and its output is the token")
    func command() throws {
        let source = try #require(CommandTokenSource(words: ["/bin/sh", "-c", #"printf '%s|' "$@"; echo"#, "x"]))
        let video = try source.token(for: item, cancel: CancelToken())
        expect(video.secret, is: "video|7|")
        let room = TokenSubject.playback(classID: "c d", sessionID: nil, clippedVersion: -1)
        try expect(source.token(for: room, cancel: CancelToken()).secret, is: "class|c d||-1|")
        try expect(source.token(for: .comment, cancel: CancelToken()).secret, is: "comment|")
    }

    @Test("CFG-06: a token command that is missing, fails, or prints nothing or too much yields no token")
    func badCommands() throws {
        func error(_ words: String...) throws -> CatalogueError? {
            let source = try #require(CommandTokenSource(words: words))
            return failure { () throws(CatalogueError) in try source.token(for: item, cancel: CancelToken()) }
        }
        try expect(error("/bin/sh", "-c", "echo secret; exit 3")?.code, is: .invalidToken)
        try expect(error("/bin/sh", "-c", "echo secret; exit 3")?.reason.contains("secret"), is: false)
        try expect(error("/bin/true")?.code, is: .invalidToken)
        try expect(error("/bin/sh", "-c", "yes")?.cause, is: .beyondLimits("/bin/sh printed too much"))
        try expect(error("/nonexistent/program")?.cause, is: .noProgram("/nonexistent/program"))
        #expect(CommandTokenSource(words: []) == nil)
    }

    @Test("CFG-06: a token command that hangs is ended with its children, by its time limit or by cancelling")
    func endlessCommand() throws {
        var source = try #require(CommandTokenSource(words: ["/bin/sh", "-c", "sleep 1000 & sleep 1000"]))
        source.timeLimit = .milliseconds(50)
        let late = failure { () throws(CatalogueError) in try source.token(for: item, cancel: CancelToken()) }
        expect(late?.cause, is: .beyondLimits("/bin/sh took too long"))
        source.timeLimit = .seconds(1000)
        let patient = source
        let call = CatalogueCall { cancel throws(CatalogueError) in
            try patient.token(for: .comment, cancel: cancel)
        }
        call.cancel()
        expect(failure { () throws(CatalogueError) in try call.wait() }?.cause, is: .cancelled)
    }

    @Test("CFG-06: a token endpoint may answer with text or JSON, and a refusal is error 1010")
    func endpoint() throws {
        let transport = FakeTransport { request throws(CatalogueError) in
            if request.address.contains("id=no") { throw CatalogueError(status: 403, context: "") }
            return request.address.contains("id=json") ? #" {"token": "j1"}"# : "t1\n"
        }
        let source = EndpointTokenSource(address: "https://h/token?key=1", transport: transport)
        try expect(source.token(for: .video(id: "a b&c"), cancel: CancelToken()).secret, is: "t1")
        #expect(transport.requests[0].address == "https://h/token?key=1&type=video&id=a%20b%26c")
        try expect(source.token(for: .video(id: "json"), cancel: CancelToken()).secret, is: "j1")
        let refusal = failure { () throws(CatalogueError) in
            try source.token(for: .video(id: "no"), cancel: CancelToken())
        }
        expect(refusal?.code, is: .invalidToken)
    }

    @Test("CFG-05: a refused token is renewed once, and the request repeated with the new one")
    func renewal() throws {
        let source = CountingSource { number throws(CatalogueError) in token("new\(number)") }
        let keeper = TokenKeeper(source: source)
        keeper.give(token("old"), for: item)
        let seen = Monitor<[String]>([])
        let result = try keeper.attempt(item, cancel: CancelToken()) { offered throws(CatalogueError) in
            seen.withLock { $0.append(offered?.secret ?? "-") }
            if offered?.secret == "old" { throw CatalogueError(status: 401, context: "") }
            return 5
        }
        expect(result.value, is: 5)
        #expect(result.wasRenewed)
        expect(seen.withLock { $0 }, is: ["old", "new1"])
        expect(keeper.known(for: item)?.secret, is: "new1")
        // A request that fails for another reason is not repeated.
        let other = failure { () throws(CatalogueError) in
            try keeper.attempt(item, cancel: CancelToken()) { _ throws(CatalogueError) -> Int in
                throw CatalogueError(status: 500, context: "")
            }
        }
        expect(other?.cause, is: .status(500))
    }

    @Test("CFG-07: without a token source a refused request is repeated once and then fails with 1010")
    func withoutSource() {
        let keeper = TokenKeeper(source: nil)
        keeper.give(token("old"), for: item)
        let count = Monitor(0)
        let error = failure { () throws(CatalogueError) in
            try keeper.attempt(item, cancel: CancelToken()) { offered throws(CatalogueError) -> Int in
                count.withLock { $0 += offered?.secret == "old" ? 1 : 100 }
                throw CatalogueError(status: 403, context: "")
            }
        }
        expect(error?.code, is: .invalidToken)
        expect(count.withLock { $0 }, is: 2)
        #expect(!keeper.canRenew)
    }

    @Test("CFG-05: concurrent requests whose token is refused share one new token")
    func singleFlight() throws {
        let (arrived, go) = (Monitor(0), Monitor(false))
        let source = CountingSource { number throws(CatalogueError) in
            _ = go.wait { $0 ? true : nil }
            return token("new\(number)")
        }
        let keeper = TokenKeeper(source: source)
        let item = item
        let calls = (0..<4).map { _ in
            CatalogueCall { cancel throws(CatalogueError) in
                arrived.update { $0 += 1 }
                return try keeper.renewed(token("old"), for: item, cancel: cancel)
            }
        }
        _ = arrived.wait { $0 == 4 ? true : nil }
        go.update { $0 = true }
        for call in calls { try expect(call.wait().secret, is: "new1") }
        expect(source.count.withLock { $0 }, is: 1)
    }
}
