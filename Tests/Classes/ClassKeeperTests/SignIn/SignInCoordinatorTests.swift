import Addresses
import ClassAccess
import Classes
import Encoding
import Foundation
import HTTPServing
import PlayCore
import TestSupport
import Testing
import Transport

@testable import ClassKeeper

@Suite("Signing in", .enabled(if: TestSigner.isPresent, "\(TestSigner.absentReason)"))
struct SignInCoordinatorTests {
    private static let now: Int64 = 1_800_000_000
    private static let code: JoinCode = {
        var random = SeededGenerator(seed: 1)
        return JoinCode.random(using: &random)
    }()

    private struct House {
        let provider: StubProvider
        let coordinator: SignInCoordinator
        let clock: ManualClock
        let people: Monitor<[SignInCoordinator.Person]>

        func ask(_ fields: [String: JSONValue]) throws -> JSONValue {
            let request = HTTPServerRequest(
                .post, HTTPTarget(segments: ["sign-in"]), fields: [HTTPField("content-type", "application/json")],
                body: JSONValue.object(sorting: fields).bytes)
            return try JSONValue(document: #require(coordinator.answer(request)).body)
        }

        func begin(_ room: String? = "algebra") throws -> SignInPrompt {
            let answer = try ask(room.map { ["room": .string($0)] } ?? [:])
            return try #require(SignInPrompt(json: answer), "\(answer)")
        }

        func look(_ prompt: SignInPrompt) throws -> JSONValue { try ask(["id": .string(prompt.id)]) }

        func lookLater(_ prompt: SignInPrompt, seconds: Int = 5) throws -> JSONValue {
            clock.advance(by: .seconds(seconds))
            return try look(prompt)
        }
    }

    private func house(
        classes: [String] = ["algebra"], pace: Pace = JoinLimits().perAddress, tls: HTTPServerSettings.TLS? = nil,
        change: (inout SignInSettings) -> Void = { _ in }
    ) throws -> House {
        let provider = try StubProvider(tls: tls)
        let keys = try [TestSigner.rsa.get().json, TestSigner.curve.get().json]
        provider.state.withLock { $0.keys = keys }
        var settings = SignInSettings(issuer: provider.issuer, client: "tvplay")
        change(&settings)
        let (clock, people) = (ManualClock(), Monitor<[SignInCoordinator.Person]>([]))
        let client = try #require(
            SignInClient(cancel: CancelToken(), authorityFile: settings.authorityFile), "libcurl is missing")
        let coordinator = SignInCoordinator(
            settings, IdentityProvider(settings, client, clock), pace: pace, clock: clock, wallTime: { Self.now },
            classes: { classes },
            makeCode: { person in
                people.withLock { $0.append(person) }
                return .success(Self.code)
            })
        return House(provider: provider, coordinator: coordinator, clock: clock, people: people)
    }

    private func token(
        _ house: House, _ change: [String: JSONValue?] = [:], header: [String: JSONValue] = [:]
    ) throws -> JSONValue {
        var claims: [String: JSONValue] = [
            "iss": .string(house.provider.issuer), "aud": .string("tvplay"), "sub": .string("17"),
            "exp": .integer(Self.now + 300), "iat": .integer(Self.now), "name": .string("Li 四"),
            "groups": .list([.string("all"), .string("staff")]),
            "realm_access": .object(["roles": .list([.string("tutor")])]),
        ]
        for (name, value) in change { claims[name] = value }
        let text = try TestSigner.rsa.get().token(claims, header: header)
        return .object(["id_token": .string(text), "access_token": .string("x"), "token_type": .string("Bearer")])
    }

    private func reason(_ answer: JSONValue) -> JoinError.Reason? { JoinError(json: answer)?.reason }

    @Test("a viewer who confirms the sign-in gets a code, and the provider is polled no faster than it allows")
    func good() throws {
        let house = try house {
            $0.secret = "se:cret"
            $0.roles = RoleRule.list("groups=staff:teacher") ?? []
        }
        let prompt = try house.begin()
        #expect(prompt.address == "https://id.test/device" && prompt.code == "WDJB-MJHT")
        #expect(prompt.wait == 5 && prompt.lifetime == 600)
        try expect(house.look(prompt)["wait"]?.integer, is: 5)
        expect(house.provider.tokenRequests, is: 0)
        try expect(house.lookLater(prompt)["wait"]?.integer, is: 5)
        expect(house.provider.tokenRequests, is: 1)
        house.provider.reply(200, try token(house))
        try expect(house.lookLater(prompt)["code"]?.text, is: Self.code.shown)
        // A viewer who did not receive the answer asks again.
        try expect(house.look(prompt)["code"]?.text, is: Self.code.shown)
        expect(house.provider.tokenRequests, is: 2)
        let person = SignInCoordinator.Person(
            issuer: house.provider.issuer, subject: "17", names: ["Li 四"], role: .teacher, room: "algebra")
        expect(house.people.withLock { $0 }, is: [person])
        // The secret is escaped before it is joined to the name (RFC 6749, 2.3.1).
        let basic = "Basic " + String(decoding: Base64.encoded(Array("tvplay:se%3Acret".utf8)), as: UTF8.self)
        for form in house.provider.state.withLock({ $0.forms }) {
            #expect(form["authorization"] == basic && form["client_secret"] == nil)
        }
    }

    @Test("a provider with a certificate of a private authority is asked only if that authority is trusted")
    func privateAuthority() throws {
        let files = try TestCertificates.shared.get()
        let tls = HTTPServerSettings.TLS(
            certificate: [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.certificate))),
            key: [UInt8](try Data(contentsOf: URL(fileURLWithPath: files.key))))
        let unknown = try house(tls: tls)
        try expect(reason(unknown.ask(["room": .string("algebra")])), is: .signInUnreachable)
        expect(unknown.provider.state.withLock { $0.forms.count }, is: 0)
        let trusted = try house(tls: tls) { $0.authorityFile = files.authority }
        let prompt = try trusted.begin()
        trusted.provider.reply(200, try token(trusted))
        try expect(trusted.lookLater(prompt)["code"]?.text, is: Self.code.shown)
    }

    @Test(
        "further scopes are requested after openid and profile, each once",
        arguments: [
            (nil, "openid profile"), ("email,groups", "openid profile email groups"),
            ("profile openid  email", "openid profile email"),
        ])
    func scopes(text: String?, sent: String) throws {
        let house = try house { settings in
            if let text { settings.scopes = SignInSettings.scopes(text) ?? [] }
        }
        _ = try house.begin()
        expect(house.provider.state.withLock { $0.forms.map { $0["scope"] } }, is: [sent])
    }

    @Test(
        "scopes with other characters than RFC 6749 allows are refused",
        arguments: ["", ",", "a\"b", "a\\b", "é", "a\tb"])
    func wrongScopes(text: String) { expect(SignInSettings.scopes(text), is: nil) }

    @Test("slow_down makes the interval five seconds longer, and a provider that is away doubles it")
    func slow() throws {
        let house = try house()
        let prompt = try house.begin()
        house.provider.refuse("slow_down")
        try expect(house.lookLater(prompt)["wait"]?.integer, is: 10)
        try expect(house.lookLater(prompt, seconds: 9)["wait"]?.integer, is: 1)
        expect(house.provider.tokenRequests, is: 1)
        house.provider.state.withLock { $0.isHanging = true }
        try expect(house.lookLater(prompt, seconds: 1)["wait"]?.integer, is: 20)
        house.provider.state.withLock { $0.isHanging = false }
        house.provider.reply(200, try token(house))
        #expect(try house.lookLater(prompt, seconds: 20)["code"] != nil)
    }

    @Test("a sign-in that is denied or has expired ends, and another one can begin")
    func ended() throws {
        let house = try house()
        for (error, expected) in [("access_denied", JoinError.Reason.signInDenied), ("expired_token", .signInExpired)] {
            let prompt = try house.begin()
            house.provider.refuse(error)
            try expect(reason(house.lookLater(prompt)), is: expected)
            try expect(reason(house.look(prompt)), is: .signInExpired)
        }
        let prompt = try house.begin()
        try expect(reason(house.lookLater(prompt, seconds: 600)), is: .signInExpired)
        expect(house.people.withLock { $0 }, is: [])
        try expect(reason(house.ask(["id": .string("unknown")])), is: .signInExpired)
    }

    @Test("a token for another class server is refused")
    func refused() throws {
        let house = try house()
        let bad: [[String: JSONValue?]] = [
            ["aud": .string("other")], ["exp": .integer(Self.now - 61)], ["iss": .string("https://other.test")],
            ["sub": nil],
        ]
        for change in bad {
            let prompt = try house.begin()
            house.provider.reply(200, try token(house, change))
            try expect(reason(house.lookLater(prompt)), is: .signInRefused, "\(change)")
        }
        let prompt = try house.begin()
        house.provider.reply(200, .object(["access_token": .string("x")]))
        try expect(reason(house.lookLater(prompt)), is: .signInRefused)
        let other = try self.house()
        other.provider.state.withLock { $0.issuer = "https://other.test" }
        try expect(reason(other.ask(["room": .string("algebra")])), is: .signInRefused)
        expect(house.people.withLock { $0 }, is: [])
    }

    @Test("new keys of the issuer are read when a token names one, at most once a minute")
    func keys() throws {
        let house = try house()
        let keys = house.provider.state.withLock { state in
            defer { state.keys = [] }
            return state.keys
        }
        func sign(after seconds: Int = 5) throws -> JSONValue {
            let prompt = try house.begin()
            house.provider.reply(200, try token(house))
            return try house.lookLater(prompt, seconds: seconds)
        }
        try expect(reason(sign()), is: .signInRefused)
        house.provider.state.withLock { $0.keys = keys }
        try expect(reason(sign()), is: .signInRefused)
        expect(house.provider.state.withLock { $0.keyReads }, is: 1)
        #expect(try sign(after: 55)["code"] != nil)
        #expect(try sign()["code"] != nil)
        expect(house.provider.state.withLock { $0.keyReads }, is: 2)
    }

    @Test("the class need not be named if there is one, and only the permitted classes can be entered")
    func classes() throws {
        let several = try house(classes: ["algebra", "botany"])
        try expect(reason(several.ask([:])), is: .signInClass)
        try expect(reason(several.ask(["room": .string("history")])), is: .unknownClass)
        _ = try several.begin("botany")
        let limited = try house(classes: ["algebra", "botany"]) { $0.classes = ["botany"] }
        _ = try limited.begin(nil)
        try expect(reason(limited.ask(["room": .string("algebra")])), is: .unknownClass)
        try expect(reason(house(classes: []).ask([:])), is: .unknownClass)
    }

    @Test("one address can begin only a limited number of sign-ins")
    func pace() throws {
        let house = try house(pace: Pace(perMinute: 60, burst: 2))
        _ = try (house.begin(), house.begin())
        try expect(
            JoinError(json: house.ask(["room": .string("algebra")])), is: JoinError(.tooManyJoins, retryAfter: 1))
        house.clock.advance(by: .seconds(1))
        _ = try house.begin()
    }

    @Test("the first matching rule decides the role, by a value, a list, or a nested claim")
    func roles() throws {
        let claims: JSONValue = .object([
            "kind": .string("pupil"), "is_staff": .flag(true), "groups": .list([.string("/a=b:c")]),
            "realm_access": .object(["roles": .list([.string("tutor")])]), "https://id.test/role": .string("lead"),
        ])
        func role(_ text: String) throws -> ClassUser.Role {
            var settings = SignInSettings(issuer: "https://id.test", client: "tvplay")
            settings.roles = try #require(RoleRule.list(text))
            return settings.role(claims)
        }
        try expect(role("kind=teacher:teacher"), is: .student)
        try expect(role("kind=pupil:guest,is_staff=true:teacher"), is: .guest)
        try expect(role("is_staff=true:teacher"), is: .teacher)
        try expect(role("realm_access.roles=tutor:assistant"), is: .assistant)
        try expect(role("https://id.test/role=lead:teacher"), is: .teacher)
        try expect(role("groups=/a=b:c:teacher"), is: .teacher)
        for text in [
            "", "kind", "kind=x", "kind:teacher", "=x:teacher", "kind=:teacher", "kind=x:owner", "a=b:teacher,x",
        ] {
            expect(RoleRule.list(text), is: nil, "\(text)")
        }
    }

    @Test("tvplay shows the address for signing in, waits for the viewer, and gets the code")
    func client() throws {
        let house = try house()
        let server = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) {
            house.coordinator.answer($0) ?? .notFound
        }
        let client = JoinClient(try #require(HTTPClient(HTTPSettings(userAgent: "tvplay/test")), "libcurl is missing"))
        let link = try #require(Address("http://127.0.0.1:\(server.port)/s/algebra").flatMap { SignInLink($0) })
        var (shown, waits): ([String], [Int]) = ([], [])
        func signIn() throws(JoinError) -> String {
            try client.signIn(
                link, cancel: CancelToken(),
                pause: { seconds, _ in
                    waits.append(seconds)
                    house.clock.advance(by: .seconds(seconds))
                }, show: { shown.append($0.code) })
        }
        house.provider.refuse("authorization_pending")
        house.provider.refuse("slow_down")
        house.provider.reply(200, try token(house))
        try expect(signIn(), is: Self.code.shown)
        #expect(shown == ["WDJB-MJHT"] && waits == [5, 5, 10])
        house.provider.refuse("access_denied")
        #expect(throws: JoinError(.signInDenied)) { try signIn() }
        // Without an answer, the sign-in ends with its lifetime.
        #expect(throws: JoinError(.signInExpired)) { try signIn() }
    }
}
