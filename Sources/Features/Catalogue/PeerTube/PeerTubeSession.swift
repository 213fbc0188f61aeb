import Encoding
package import PlayCore
import Transport

/// The sign-in at one PeerTube server (OAuth's password grant): an access token for a day, and a refresh token for two
/// weeks. Both are secrets, so their files have mode 0600.
package struct PeerTubeSession: Sendable, Equatable {
    package var access: Token
    package var refresh: Token
    /// In whole seconds since 1970.
    package var accessEnds: Int64

    package init(access: Token, refresh: Token, accessEnds: Int64) {
        self.access = access
        self.refresh = refresh
        self.accessEnds = accessEnds
    }

    /// Returns whether the token has expired. A minute early, to allow for the duration of a request.
    func isOver(atSecondsSince1970 now: Int64) -> Bool { now > accessEnds - 60 }
}

/// Signs in at one server and renews the session. Any thread; blocks.
package final class PeerTubeSignIn: TokenSource {
    private let origin: String
    private let transport: any ServiceTransport
    private let now: @Sendable () -> Int64
    private let session: Monitor<PeerTubeSession?>
    private let keep: @Sendable (PeerTubeSession) -> Void

    /// - Parameters:
    ///   - origin: `https://host[:port]`.
    ///   - now: returns whole seconds since 1970.
    ///   - keep: called with each new session, on the requesting thread.
    package init(
        origin: String, transport: any ServiceTransport, session: PeerTubeSession?,
        now: @escaping @Sendable () -> Int64,
        keep: @escaping @Sendable (PeerTubeSession) -> Void
    ) {
        self.origin = origin
        self.transport = transport
        self.session = Monitor(session)
        self.now = now
        self.keep = keep
    }

    /// Throws `.noToken` with the problem, or `.network`.
    ///
    /// - Parameter oneTimePassword: the second factor, if the account requires it.
    package func signIn(
        user: String, password: Token, oneTimePassword: Token? = nil, cancel: CancelToken
    ) throws(CatalogueError) {
        _ = try grant(
            [("grant_type", "password"), ("username", user), ("password", password.secret)], oneTimePassword, cancel)
    }

    package func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
        guard let session = session.withLock({ $0 }) else {
            throw CatalogueError(.noToken(tr("not signed in to this server")), context: origin)
        }
        return try grant([("grant_type", "refresh_token"), ("refresh_token", session.refresh.secret)], nil, cancel)
    }

    package func adopt(_ kept: PeerTubeSession) { session.withLock { $0 = kept } }

    /// The session can then be renewed without a password.
    package var isSignedIn: Bool { session.withLock { $0 != nil } }

    /// `nil` if the viewer is not signed in or the token has expired.
    package var currentToken: Token? {
        let now = now()
        return session.withLock { session in session.flatMap { $0.isOver(atSecondsSince1970: now) ? nil : $0.access } }
    }

    private func grant(
        _ items: [(name: String, value: String)], _ oneTimePassword: Token?, _ cancel: CancelToken
    ) throws(CatalogueError) -> Token {
        let place = origin + "/api/v1"
        let client = try JSONValue.parse(
            try transport.send(ServiceRequest(place + "/oauth-clients/local", limit: 64 << 10), cancel: cancel).body)
        guard let id = client["client_id"]?.text, let secret = client["client_secret"]?.text else {
            throw CatalogueError(.malformed(path: "$.client_id", problem: "missing"), context: origin)
        }
        var request = ServiceRequest(place + "/users/token", limit: 64 << 10)
        request.method = .post
        request.body = Array(FormText.encoded([("client_id", id), ("client_secret", secret)] + items).utf8)
        request.set("Content-Type", "application/x-www-form-urlencoded")
        if let oneTimePassword { request.set("x-peertube-otp", oneTimePassword.secret) }
        let body: [UInt8]
        do throws(CatalogueError) {
            body = try transport.send(request, cancel: cancel).body
        } catch {
            guard error.cause == .status(400) || error.wantsNewToken else { throw error }
            throw CatalogueError(.noToken(tr("the server refused the sign-in; sign in again")), context: origin)
        }
        return try begin(try JSONValue.parse(body))
    }

    private func begin(_ tree: JSONValue) throws(CatalogueError) -> Token {
        guard let access = tree["access_token"]?.text.flatMap({ Token($0) }),
            let refresh = tree["refresh_token"]?.text.flatMap({ Token($0) })
        else { throw CatalogueError(.malformed(path: "$.access_token", problem: "missing"), context: origin) }
        // A day by default (PeerTube's documentation).
        let lifetime = min(max(tree["expires_in"]?.integer ?? 86_400, 0), 366 * 86_400)
        let new = PeerTubeSession(access: access, refresh: refresh, accessEnds: now() + Int64(lifetime))
        session.withLock { $0 = new }
        keep(new)
        return access
    }
}
