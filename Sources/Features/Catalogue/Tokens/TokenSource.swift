import Encoding
package import PlayCore
import Processes

package enum TokenSubject: Sendable, Hashable {
    case video(id: String)
    case playback(classID: String, sessionID: String?, clippedVersion: Int)
    case comment
    case albumItem(album: String, video: String)

    /// The arguments for a token command. A missing session is an empty word, so that positions are fixed.
    package var words: [String] {
        switch self {
        case .video(let id): ["video", id]
        case .playback(let classID, let sessionID, let version): ["class", classID, sessionID ?? "", "\(version)"]
        case .comment: ["comment"]
        case .albumItem(let album, let video): ["album", album, video]
        }
    }

    var queryItems: [(name: String, value: String)] {
        switch self {
        case .video(let id): [("type", "video"), ("id", id)]
        case .playback(let classID, let sessionID, let version):
            [("type", "class"), ("id", classID), ("session", sessionID ?? ""), ("version", "\(version)")]
        case .comment: [("type", "comment")]
        case .albumItem(let album, let video): [("type", "album"), ("album", album), ("id", video)]
        }
    }
}

/// Blocks; for worker threads.
package protocol TokenSource: Sendable {
    /// - Throws: `.noToken`, `.cancelled`, `.network`.
    func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token
}

/// A program that prints a token: `token-command`.
package struct CommandTokenSource: TokenSource {
    /// The program and its arguments. The subject's ``TokenSubject/words`` follow.
    package let words: [String]
    package var timeLimit = HostTime.seconds(30)

    package init?(words: [String]) {
        guard words.first?.isEmpty == false else { return nil }
        self.words = words
    }

    package func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
        try run(words + subject.words, "token", cancel)
    }

    /// Runs the program without a subject, for a password.
    package func secret(cancel: CancelToken) throws(CatalogueError) -> Token {
        try run(words, "password", cancel)
    }

    private func run(_ words: [String], _ name: String, _ cancel: CancelToken) throws(CatalogueError) -> Token {
        let limits = ProgramRun.Limits(time: timeLimit, outputBytes: 64 << 10)
        let result = try ServiceProgram.run(words, limits: limits, cancel: cancel)
        guard result.status == 0 else {
            throw CatalogueError(
                .noToken(tr("the %1 command failed (%2)", name, "\(result.status)")), context: words[0])
        }
        guard let token = Token(String(decoding: result.output, as: UTF8.self)) else {
            throw CatalogueError(.noToken(tr("the %1 command printed no %2", name, name)), context: words[0])
        }
        return token
    }
}

/// An address that returns a token as text, or as JSON in `token`: `token-endpoint`.
package struct EndpointTokenSource: TokenSource {
    package let address: String
    private let transport: any ServiceTransport

    package init(address: String, transport: any ServiceTransport) {
        self.address = address
        self.transport = transport
    }

    package func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
        let query = FormText.encoded(subject.queryItems)
        let target = address + (address.contains("?") ? "&" : "?") + query
        let answer: ServiceAnswer
        do throws(CatalogueError) {
            answer = try transport.send(ServiceRequest(target, limit: 64 << 10), cancel: cancel)
        } catch {
            guard error.cause == .tokenRefused || error.cause == .missing else { throw error }
            throw CatalogueError(.noToken(tr("the token endpoint refused to issue a token")), context: error.context)
        }
        let text: String?
        if answer.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
            text = try JSONValue.parse(answer.body)["token"]?.text
        } else {
            text = String(decoding: answer.body, as: UTF8.self)
        }
        guard let token = text.flatMap({ Token($0) }) else {
            throw CatalogueError(.noToken(tr("the token endpoint sent no token")), context: answer.context)
        }
        return token
    }
}
