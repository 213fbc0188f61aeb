import ClassAccess
import Classes
import Encoding
import HTTPServing
import PlayCore

/// Admits people whom a learning platform has signed in (LTI 1.3 Core, IMS Security Framework 1.0, 5.1). `/lti/login`
/// sends the browser to the platform, which returns it to `/lti/launch` with an ID token. The answer is a page with a
/// link for this person alone. Any thread; a launch may block for the platform's keys.
final class LaunchCoordinator: Sendable {
    private struct State {
        var used: [String: Int64] = [:]
    }

    /// The seconds in which a person must sign in at the platform.
    private static let lifetime: Int64 = 600
    private static let nonceLimit = 100_000

    private let platforms: [(platform: LearningPlatform, keys: PublishedKeys)]
    private let client: SignInClient
    /// For browsers: `https://HOST[:PORT]`.
    private let publicAddress: String
    private let linkEnding: String
    private let wallTime: @Sendable () -> Int64
    private let makeCode: SignInCoordinator.CodeMaker
    /// Signs states. Sign-ins interrupted by a restart must start again.
    private let key = SecureRandom().bytes(32)
    private let state = Monitor(State())

    init(
        _ platforms: [LearningPlatform], _ client: SignInClient, publicAddress: String, linkEnding: String,
        clock: any HostClock, wallTime: @escaping @Sendable () -> Int64, makeCode: @escaping SignInCoordinator.CodeMaker
    ) {
        self.platforms = platforms.map { ($0, PublishedKeys(clock)) }
        self.client = client
        self.publicAddress = publicAddress
        self.linkEnding = linkEnding
        self.wallTime = wallTime
        self.makeCode = makeCode
    }

    static func isAsked(by request: HTTPServerRequest) -> Bool {
        ["login", "launch"].contains { request.target.segments == ["lti", $0] }
    }

    private var launchAddress: String { publicAddress + "/lti/launch" }

    func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        guard Self.isAsked(by: request) else { return nil }
        let isLaunch = request.target.segments.last == "launch"
        let methods: [HTTPServerRequest.Method] = isLaunch ? [.post] : [.get, .post]
        guard methods.contains(request.method) else { return .methodNotAllowed(methods) }
        let fields = request.method == .get ? request.target.query : request.form ?? [:]
        do throws(LaunchFault) {
            return isLaunch ? try launch(fields) : try login(fields)
        } catch {
            Log.shared.write(.warning, "keeper", "LTI: " + error.message)
            return JoinPage.failure(error.status, error.message)
        }
    }

    private func login(_ fields: [String: String]) throws(LaunchFault) -> HTTPServerResponse {
        let client = fields["client_id"]
        guard let hint = fields["login_hint"], let issuer = fields["iss"],
            let (platform, _) = platforms.first(where: {
                $0.platform.issuer == issuer && client ?? $0.platform.client == $0.platform.client
            })
        else { throw .platform }
        guard let target = fields["target_link_uri"], isOwn(target) else { throw .target }
        let nonce = Base64.addressText(SecureRandom().bytes(16))
        let claims = TokenClaims(
            subject: nonce, expires: wallTime() + Self.lifetime,
            others: ["iss": .string(platform.issuer), "client": .string(platform.client)])
        var query = [
            ("scope", "openid"), ("response_type", "id_token"), ("response_mode", "form_post"), ("prompt", "none"),
            ("client_id", platform.client), ("redirect_uri", launchAddress), ("login_hint", hint), ("nonce", nonce),
            ("state", JSONWebToken.make(claims, key: key)),
        ]
        if let hint = fields["lti_message_hint"] { query.append(("lti_message_hint", hint)) }
        let address = platform.loginAddress
        // The browser is sent to no other address than the platform's.
        return HTTPServerResponse(
            302,
            fields: [
                HTTPField("location", address + (address.contains("?") ? "&" : "?") + SignInClient.form(query)),
                HTTPField("cache-control", "no-store"),
            ])
    }

    private func launch(_ fields: [String: String]) throws(LaunchFault) -> HTTPServerResponse {
        let now = wallTime()
        guard let text = fields["state"],
            let known = try? JSONWebToken.claims(of: text, key: key, at: now),
            let (platform, keys) = platforms.first(where: {
                known.others["iss"] == .string($0.platform.issuer)
                    && known.others["client"] == .string($0.platform.client)
            })
        else { throw .state }
        if let error = fields["error"] { throw .refused(error) }
        let claims: JSONValue
        do throws(SignInProblem) {
            claims = try keys.claims(of: fields["id_token"] ?? "", for: platform.parties, at: now) {
                () throws(SignInProblem) in try client.document(platform.keysAddress)
            }
        } catch { throw .service(error) }
        guard claims["nonce"]?.text == known.subject, use(known.subject, until: known.expires, at: now) else {
            throw .service(.token(.nonce))
        }
        guard let deployment = claims[Launch.deployment]?.text, platform.deployments.contains(deployment) else {
            throw .deployment
        }
        guard claims[Launch.messageType]?.text == "LtiResourceLinkRequest", claims[Launch.version]?.text == "1.3.0"
        else { throw .message }
        guard let target = claims[Launch.target]?.text, isOwn(target) else { throw .target }
        guard let room = platform.room(claims) else { throw .room }
        let person = SignInCoordinator.Person(
            issuer: platform.issuer, subject: claims["sub"]?.text ?? "",
            names: ["name", "given_name"].compactMap { claims[$0]?.text }, role: Launch.role(claims), room: room)
        switch makeCode(person) {
        case .failure(let error): throw .join(error)
        case .success(let code):
            let link = publicAddress + "/c/" + code.shown + linkEnding
            let title = claims[Launch.resource]?["title"]?.text ?? room
            return JoinPage.joining(title, link: link, notes: [Self.welcome(person.role), Self.validity])
        }
    }

    private static func welcome(_ role: ClassUser.Role) -> String {
        switch role {
        case .teacher: tr("You enter as a teacher.")
        case .assistant: tr("You enter as an assistant.")
        default: tr("You enter as a student.")
        }
    }

    private static var validity: String {
        tr("This link admits you alone, once. For another one, open the class in your learning platform again.")
    }

    /// Returns whether the nonce is used for the first time.
    private func use(_ nonce: String, until end: Int64, at now: Int64) -> Bool {
        state.withLock { state in
            if state.used.count >= Self.nonceLimit { state.used = state.used.filter { $0.value > now } }
            guard state.used.count < Self.nonceLimit, state.used[nonce] == nil else { return false }
            state.used[nonce] = end
            return true
        }
    }

    private func isOwn(_ target: String) -> Bool { target == publicAddress || target.hasPrefix(publicAddress + "/") }
}

enum LaunchFault: Error, Equatable {
    case platform, target, state, deployment, message, room
    /// The platform refuses the sign-in, with an unverified code of OpenID Connect Core 1.0, 3.1.2.6.
    case refused(String)
    case service(SignInProblem)
    case join(JoinError)

    var message: String {
        switch self {
        case .platform: tr("this class server does not know the learning platform, or its client id")
        case .target: tr("the tool address does not belong to this class server")
        case .state: tr("the sign-in took too long, or did not begin here; open the class again")
        case .deployment: tr("this class server does not know the platform's deployment id")
        case .message: tr("the platform sent a message that is not a launch of LTI 1.3")
        case .room: tr("the launch names no class that this platform may enter")
        case .refused(let code): tr("the platform refused the sign-in: %1", SafeText.clean(code, limit: 100))
        case .service(let problem): problem.message
        case .join(let error): error.message
        }
    }

    var status: Int {
        switch self {
        case .service(.token): 403
        case .service: 503
        case .join(let error): error.status
        case .platform, .state, .message, .target: 400
        case .deployment, .room, .refused: 403
        }
    }
}
