import ClassAccess
import Classes
import Encoding
import HTTPServing
import PlayCore

/// Signs people in with their accounts at an OpenID provider (`POST /sign-in`). One request starts a sign-in, later
/// ones poll for its end. The final answer is a join code for this person alone. The provider is polled only when the
/// viewer polls, so an abandoned sign-in costs nothing. Any thread; requests block for the provider.
final class SignInCoordinator: Sendable {
    struct Person: Sendable, Equatable {
        var issuer: String
        var subject: String
        /// Unverified, best first.
        var names: [String]
        var role: ClassUser.Role
        var room: String
    }

    typealias CodeMaker = @Sendable (Person) -> Result<JoinCode, JoinError>

    private struct Attempt {
        var grant: DeviceGrant
        let room: String
        var isAsking = false
        var code: JoinCode?
    }

    private enum Turn {
        case unknown
        case wait(Int)
        case done(JoinCode)
        case ask(DeviceGrant, room: String)
    }

    private struct State {
        var attempts: [String: Attempt] = [:]
        var addresses: PacedKeys<AddressBlock>
    }

    private static let attemptLimit = 10_000

    private let settings: SignInSettings
    private let provider: IdentityProvider
    private let clock: any HostClock
    private let wallTime: @Sendable () -> Int64
    private let classes: @Sendable () -> [String]
    private let makeCode: CodeMaker
    private let state: Monitor<State>

    /// `wallTime` returns seconds since 1970, `classes` the classes that have not ended.
    init(
        _ settings: SignInSettings, _ provider: IdentityProvider, pace: Pace, clock: any HostClock,
        wallTime: @escaping @Sendable () -> Int64, classes: @escaping @Sendable () -> [String],
        makeCode: @escaping CodeMaker
    ) {
        self.settings = settings
        self.provider = provider
        self.clock = clock
        self.wallTime = wallTime
        self.classes = classes
        self.makeCode = makeCode
        state = Monitor(State(addresses: PacedKeys(pace)))
    }

    static func isAsked(by request: HTTPServerRequest) -> Bool { request.target.segments == ["sign-in"] }

    func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        guard Self.isAsked(by: request) else { return nil }
        guard request.method == .post else { return .methodNotAllowed([.post]) }
        do throws(JoinError) {
            guard request.body.count <= JoinRequest.maximumSize, let fields = request.json, fields.members != nil
            else { throw JoinError(.malformedRequest) }
            if let id = fields["id"]?.text { return .json(200, try look(at: id)) }
            return .json(200, try begin(fields["room"]?.text, from: AddressBlock(request.peer)).json)
        } catch {
            return error.response
        }
    }

    private func begin(_ wanted: String?, from block: AddressBlock) throws(JoinError) -> SignInPrompt {
        let room = try room(wanted)
        let now = clock.now
        let milliseconds = now.nanoseconds / 1_000_000
        let (wait, isFull) = state.withLock { state in
            state.attempts = state.attempts.filter { $0.value.grant.end > now }
            let wait = state.addresses.wait(block, at: milliseconds)
            _ = state.addresses.spend(block, at: milliseconds)
            return (wait, state.attempts.count >= Self.attemptLimit)
        }
        guard wait == 0 else { throw JoinError(.tooManyJoins, retryAfter: Int((wait + 999) / 1000)) }
        guard !isFull else { throw JoinError(.tooManyJoins, retryAfter: 60) }
        let grant = try told { () throws(SignInProblem) in try provider.begin() }
        let id = Base64.addressText(SecureRandom().bytes(16))
        state.withLock { $0.attempts[id] = Attempt(grant: grant, room: room) }
        return SignInPrompt(
            id: id, address: grant.address, code: grant.userCode, wait: grant.wait(at: now),
            lifetime: Int((grant.end - now).inSeconds))
    }

    private func room(_ wanted: String?) throws(JoinError) -> String {
        let open = classes().filter(settings.admits(to:))
        if let wanted {
            guard open.contains(wanted) else { throw JoinError(.unknownClass) }
            return wanted
        }
        guard open.count < 2 else { throw JoinError(.signInClass) }
        guard let room = open.first else { throw JoinError(.unknownClass) }
        return room
    }

    private func look(at id: String) throws(JoinError) -> JSONValue {
        let now = clock.now
        let turn = state.withLock { state -> Turn in
            guard let attempt = state.attempts[id], attempt.grant.end > now else { return .unknown }
            if let code = attempt.code { return .done(code) }
            if attempt.isAsking || attempt.grant.next > now { return .wait(attempt.grant.wait(at: now)) }
            state.attempts[id]?.isAsking = true
            return .ask(attempt.grant, room: attempt.room)
        }
        switch turn {
        case .unknown: throw JoinError(.signInExpired)
        case .wait(let seconds): return .object(["wait": .integer(Int64(seconds))])
        case .done(let code): return .object(["code": .string(code.shown)])
        case .ask(var grant, let room):
            do throws(JoinError) {
                let code = try code(&grant, room)
                state.withLock { [grant] state in
                    // Keeps the code for a viewer who did not receive the answer.
                    state.attempts[id] = Attempt(grant: grant, room: room, code: code)
                }
                if let code { return .object(["code": .string(code.shown)]) }
                return .object(["wait": .integer(Int64(grant.wait(at: clock.now)))])
            } catch {
                state.withLock { _ = $0.attempts.removeValue(forKey: id) }
                throw error
            }
        }
    }

    /// Returns `nil` before the viewer has confirmed the sign-in.
    private func code(_ grant: inout DeviceGrant, _ room: String) throws(JoinError) -> JoinCode? {
        let (answer, now): ((status: Int, json: JSONValue), HostTime)
        do throws(SignInProblem) {
            (answer, now) = (try provider.ask(about: grant.deviceCode), clock.now)
        } catch {
            guard case .unreachable = error else { return try told { () throws(SignInProblem) in throw error } }
            grant.miss(at: clock.now)
            return nil
        }
        let claims = try told { () throws(SignInProblem) -> JSONValue? in
            guard let token = try grant.receive(answer.status, answer.json, at: now) else { return nil }
            return try provider.claims(of: token, at: wallTime())
        }
        guard let claims else { return nil }
        let person = Person(
            issuer: settings.issuer, subject: claims["sub"]?.text ?? "",
            names: ["name", "preferred_username", "nickname"].compactMap { claims[$0]?.text },
            role: settings.role(claims), room: room)
        return try makeCode(person).get()
    }

    /// Logs the reason of a failure, which only the operator can fix.
    private func told<Result>(
        _ work: () throws(SignInProblem) -> Result
    ) throws(JoinError) -> Result {
        do throws(SignInProblem) {
            return try work()
        } catch {
            if error != .denied, error != .expired { Log.shared.write(.warning, "keeper", error.message) }
            throw error.joinError
        }
    }
}
