package import PlayCore

/// The viewer's account at one PeerTube server. Its tokens are sent to that server only. Signs in only for the first
/// request that needs it. Stores the session in a file private to this user, which other processes share. Never stores
/// the password. Any thread; blocks.
package final class PeerTubeAccount: Sendable {
    /// Requested if no session is stored, or the server refuses the stored one.
    package typealias Password = @Sendable (CancelToken) throws(CatalogueError) -> Token?

    package let user: String
    /// `https://host[:port]`.
    package let origin: String
    package var host: String { AccountCatalogue.host(of: origin) }
    private let keeper: TokenKeeper
    private let tokens: AccountTokens

    /// Returns `nil` if `server` is not an address.
    ///
    /// - Parameters:
    ///   - server: `https://host[:port]`, or the same with http.
    ///   - file: of the session, or `nil` to store none.
    ///   - now: returns whole seconds since 1970.
    package init?(
        user: String, server: String, file: String?, transport: any ServiceTransport,
        now: @escaping @Sendable () -> Int64, password: @escaping Password
    ) {
        guard let origin = PeerTubePlace(server + "/w/1")?.origin else { return nil }
        self.user = user
        self.origin = origin
        let signIn = PeerTubeSignIn(origin: origin, transport: transport, session: nil, now: now) { session in
            guard let file else { return }
            do throws(SessionFile.Failure) {
                try SessionFile.write(session, to: file)
            } catch {
                Log.shared.write(.warning, "catalogue", "the sign-in is not kept: error \(error.systemError)")
            }
        }
        tokens = AccountTokens(user: user, origin: origin, file: file, signIn: signIn, password: password)
        keeper = TokenKeeper(source: tokens)
    }

    package func isFor(_ reference: String) -> Bool { PeerTubePlace(reference)?.origin == origin }

    /// Whether a session is stored, which may make a password unnecessary.
    package var isKept: Bool { tokens.kept != nil }

    /// Repeats `body` with a new token if the server refuses the first. Throws `.noToken` if signing in is impossible.
    func attempt<Value>(
        _ cancel: CancelToken, _ body: (Token) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        try keeper.attempt(.comment, cancel: cancel) { token throws(CatalogueError) in
            guard let token else { throw CatalogueError(.noToken(tr("not signed in")), context: self.origin) }
            return try body(token)
        }.value
    }
}

extension PeerTubeAccount? {
    /// Runs `body` as the viewer if the account belongs to the server at `origin`, else with `token`.
    ///
    /// - Parameter isNeeded: whether the request requires the account. Otherwise a failed sign-in shows public content.
    func use<Value>(
        at origin: String, else token: Token?, isNeeded: Bool, _ cancel: CancelToken,
        _ body: (Token?) throws(CatalogueError) -> Value
    ) throws(CatalogueError) -> Value {
        guard let self, self.origin == origin else { return try body(token) }
        do throws(CatalogueError) {
            return try self.attempt(cancel, body)
        } catch {
            guard !isNeeded, case .noToken = error.cause else { throw error }
            Log.shared.write(.warning, "catalogue", "\(origin): \(error.reason)")
            do throws(CatalogueError) {
                return try body(token)
            } catch let second {
                // The content is not public, so the failed sign-in is the cause.
                throw second.wantsNewToken ? error : second
            }
        }
    }
}

private final class AccountTokens: TokenSource {
    private let user: String
    private let origin: String
    private let file: String?
    private let signIn: PeerTubeSignIn
    private let password: PeerTubeAccount.Password
    /// A second request means that the server refused this token.
    private let given = Monitor<Token?>(nil)

    init(
        user: String, origin: String, file: String?, signIn: PeerTubeSignIn,
        password: @escaping PeerTubeAccount.Password
    ) {
        (self.user, self.origin, self.file) = (user, origin, file)
        (self.signIn, self.password) = (signIn, password)
    }

    var kept: PeerTubeSession? { file.flatMap(SessionFile.read) }

    func token(for subject: TokenSubject, cancel: CancelToken) throws(CatalogueError) -> Token {
        let new = try obtain(subject, cancel)
        given.withLock { $0 = new }
        return new
    }

    private func obtain(_ subject: TokenSubject, _ cancel: CancelToken) throws(CatalogueError) -> Token {
        let refused = given.withLock { $0 }
        adopt(otherThan: refused)
        if let current = signIn.currentToken, current != refused { return current }
        if signIn.isSignedIn {
            do throws(CatalogueError) {
                return try signIn.token(for: subject, cancel: cancel)
            } catch {
                guard case .noToken = error.cause else { throw error }
                // Another process may have renewed the session, which is possible only once.
                adopt(otherThan: refused)
                if let current = signIn.currentToken, current != refused { return current }
            }
        }
        guard let password = try password(cancel) else {
            throw CatalogueError(
                .noToken(tr("not signed in to this server; give a password command")), context: origin)
        }
        try signIn.signIn(user: user, password: password, cancel: cancel)
        guard let token = signIn.currentToken else {
            throw CatalogueError(.noToken(tr("the server's sign-in expired immediately")), context: origin)
        }
        return token
    }

    private func adopt(otherThan refused: Token?) {
        if let kept, kept.access != refused { signIn.adopt(kept) }
    }
}
