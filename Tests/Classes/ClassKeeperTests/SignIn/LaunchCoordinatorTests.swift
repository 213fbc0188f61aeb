import ClassAccess
import Classes
import Encoding
import HTTPServing
import PlayCore
import TestSupport
import Testing

@testable import ClassKeeper

/// Launches of a learning platform according to LTI 1.3 Core. Its keys come from a server on this machine.
@Suite("Launches of a learning platform", .enabled(if: TestSigner.isPresent, "\(TestSigner.absentReason)"))
struct LaunchCoordinatorTests {
    private static let now: Int64 = 1_800_000_000
    private static let claim = "https://purl.imsglobal.org/spec/lti/claim/"
    private static let membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"
    private static let own = "https://tv.test:8443"

    private struct House {
        let provider: StubProvider
        let coordinator: LaunchCoordinator
        let time: Monitor<Int64>
        let people: Monitor<[SignInCoordinator.Person]>

        func ask(
            _ path: String, _ fields: [String: String], _ method: HTTPServerRequest.Method = .post
        ) throws -> HTTPServerResponse {
            let segments = path.split(separator: "/").map(String.init)
            let body = Array(SignInClient.form(fields.map { ($0.key, $0.value) }).utf8)
            let request = HTTPServerRequest(
                method, HTTPTarget(segments: segments, query: method == .get ? fields : [:]),
                fields: [HTTPField("content-type", "application/x-www-form-urlencoded")], body: body)
            return try #require(coordinator.answer(request))
        }

        /// Returns the parameters with which the browser is sent to the platform.
        func begin(_ change: [String: String?] = [:], _ method: HTTPServerRequest.Method = .post) throws -> [String:
            String]
        {
            let response = try ask("/lti/login", login(change), method)
            expect(response.status, is: 302)
            let location = try #require(response.fields.first { $0.name == "location" }?.value)
            #expect(location.hasPrefix("https://moodle.test/auth?x=1&"))
            return try #require(HTTPTarget("/" + location.drop { $0 != "?" })).query
        }

        func login(_ change: [String: String?] = [:]) -> [String: String] {
            var fields = [
                "iss": "https://moodle.test", "login_hint": "5",
                "target_link_uri": LaunchCoordinatorTests.own + "/lti/launch",
                "client_id": "abc", "lti_message_hint": "7 &",
            ]
            for (name, value) in change { fields[name] = value }
            return fields
        }

        func launch(_ claims: [String: JSONValue?], _ sent: [String: String]) throws -> HTTPServerResponse {
            try ask(
                "/lti/launch",
                ["id_token": try LaunchCoordinatorTests.token(claims, sent), "state": sent["state"] ?? ""])
        }
    }

    private func house(_ change: [String: JSONValue] = [:]) throws -> House {
        let provider = try StubProvider()
        provider.state.withLock { [json = try TestSigner.rsa.get().json] in $0.keys = [json] }
        let (time, people) = (Monitor(Self.now), Monitor<[SignInCoordinator.Person]>([]))
        let platform: [String: JSONValue] = [
            "issuer": .string("https://moodle.test"), "client_id": .string("abc"),
            "auth_login_url": .string("https://moodle.test/auth?x=1"),
            "jwks_url": .string(provider.issuer + "/keys"), "deployment_ids": .list([.string("1")]),
            "class": .string("algebra"), "classes": .list([.string("botany")]),
        ]
        let json = JSONValue.object(sorting: platform.merging(change) { $1 })
        let coordinator = LaunchCoordinator(
            try #require(LearningPlatform.list(json)), try #require(SignInClient(cancel: CancelToken())),
            publicAddress: Self.own, linkEnding: "#sha256=x", clock: ManualClock(), wallTime: { time.withLock { $0 } },
            makeCode: { person in
                people.withLock { $0.append(person) }
                var random = SeededGenerator(seed: 1)
                return person.subject == "banned" ? .failure(JoinError(.excluded)) : .success(.random(using: &random))
            })
        return House(provider: provider, coordinator: coordinator, time: time, people: people)
    }

    private static func token(
        _ change: [String: JSONValue?], _ sent: [String: String], signer: TestSigner? = nil
    ) throws -> String {
        var claims: [String: JSONValue] = [
            "iss": .string("https://moodle.test"), "aud": .string("abc"), "sub": .string("17"),
            "exp": .integer(now + 60), "iat": .integer(now), "nonce": .string(sent["nonce"] ?? ""),
            "name": .string("Wang"), claim + "deployment_id": .string("1"), claim + "version": .string("1.3.0"),
            claim + "message_type": .string("LtiResourceLinkRequest"),
            claim + "target_link_uri": .string(own + "/lti/launch"),
            claim + "roles": .list([.string(membership + "#Instructor")]),
            claim + "resource_link": .object(["id": .string("9"), "title": .string("<b>Algebra & more</b>")]),
        ]
        for (name, value) in change { claims[name] = value }
        return try (signer ?? TestSigner.rsa.get()).token(claims)
    }

    private func text(_ response: HTTPServerResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("a launch leads to a page with a link for this person, with the platform's name and role")
    func good() throws {
        let house = try house()
        for method in [HTTPServerRequest.Method.get, .post] {
            let sent = try house.begin([:], method)
            #expect(sent["scope"] == "openid" && sent["response_type"] == "id_token" && sent["prompt"] == "none")
            #expect(sent["response_mode"] == "form_post" && sent["client_id"] == "abc" && sent["login_hint"] == "5")
            #expect(sent["redirect_uri"] == Self.own + "/lti/launch" && sent["lti_message_hint"] == "7 &")
            let page = try house.launch([:], sent)
            expect(page.status, is: 200)
            #expect(text(page).contains("<code>tvplay class \(Self.own)/c/"))
            #expect(text(page).contains("#sha256=x</code>") && text(page).contains("&lt;b&gt;Algebra &amp; more"))
            #expect(!text(page).contains("<b>"))
            let policy = page.fields.first { $0.name == "content-security-policy" }?.value
            expect(policy?.hasPrefix("default-src 'none'"), is: true)
        }
        let person = SignInCoordinator.Person(
            issuer: "https://moodle.test", subject: "17", names: ["Wang"], role: .teacher, room: "algebra")
        expect(house.people.withLock { $0 }, is: [person, person])
    }

    @Test("the page of a launch says in the keeper's language what to do next, and a refusal says why")
    func pages() throws {
        let house = try house()
        let roles = ["#Instructor": "You enter as a teacher.", "#Learner": "You enter as a student."]
        for (role, words) in roles {
            let change = [Self.claim + "roles": JSONValue.list([.string(Self.membership + role)])]
            let page = text(try house.launch(change, house.begin()))
            #expect(page.contains("<html lang=\"en\">") && page.contains(words))
            #expect(page.contains("<h1>&lt;b&gt;Algebra") && page.contains("<title>&lt;b&gt;Algebra"))
            for step in ["Open a terminal", "press Enter:", "admits you alone, once"] { #expect(page.contains(step)) }
            #expect(!page.contains("<script") && !page.contains(" src=") && !page.contains(" href="))
        }
        let refusal = text(try house.launch([Self.claim + "version": .string("1.1")], house.begin()))
        #expect(
            refusal.contains("<h1>You cannot enter the class</h1>\n<p>The platform sent a message that is not a launch")
        )
        let chinese = try OtherLanguage.$translate.withValue({ $0.hasSuffix("\u{4}en") ? "zh-CN" : "〔\($0)〕" }) {
            text(try house.launch([:], house.begin()))
        }
        #expect(chinese.contains("<html lang=\"zh-CN\">") && chinese.contains("〔You enter as a teacher.〕"))
    }

    @Test("a launch is accepted once, within ten minutes, and only with the state that began it")
    func replayed() throws {
        let house = try house()
        let sent = try house.begin()
        let fields = ["id_token": try Self.token([:], sent), "state": sent["state"] ?? ""]
        try expect(house.ask("/lti/launch", fields).status, is: 200)
        let again = try house.ask("/lti/launch", fields)
        #expect(again.status == 403 && text(again).contains("was used before"))
        // The token belongs to another sign-in.
        let (first, second) = (try house.begin(), try house.begin())
        let mixed = ["id_token": try Self.token([:], first), "state": second["state"] ?? ""]
        try expect(house.ask("/lti/launch", mixed).status, is: 403)
        try expect(house.ask("/lti/launch", ["id_token": try Self.token([:], first)]).status, is: 400)
        try expect(house.launch([:], ["nonce": first["nonce"] ?? "", "state": "e30.e30.e30"]).status, is: 400)
        house.time.withLock { $0 += 600 }
        try expect(house.launch(["exp": .integer(Self.now + 900)], first).status, is: 400)
        expect(house.people.withLock { $0.count }, is: 1)
    }

    @Test(
        "a launch from an unknown platform, for another client or of another kind is refused",
        arguments: [
            ([claim + "deployment_id": .string("2")], 403), ([claim + "deployment_id": nil], 403),
            ([claim + "message_type": .string("LtiDeepLinkingRequest")], 400),
            ([claim + "version": .string("1.1")], 400),
            ([claim + "target_link_uri": .string("https://evil.test/")], 400),
            ([claim + "target_link_uri": .string(own + ".evil.test/")], 400), (["aud": .string("other")], 403),
            (["iss": .string("https://other.test")], 403), (["exp": .integer(now - 61)], 403), (["sub": nil], 403),
            (["nonce": nil], 403), ([claim + "custom": .object(["class": .string("history")])], 403),
            (["sub": .string("banned")], 403),
        ] as [([String: JSONValue?], Int)])
    func refused(change: [String: JSONValue?], status: Int) throws {
        let house = try house()
        let page = try house.launch(change, house.begin())
        expect(page.status, is: status)
        #expect(!text(page).contains("/c/"))
    }

    @Test("a token signed by another key and the platform's own refusal end the launch")
    func signatures() throws {
        let house = try house()
        let sent = try house.begin()
        let forged = try Self.token([:], sent, signer: TestSigner("RS256", id: "first"))
        try expect(house.ask("/lti/launch", ["id_token": forged, "state": sent["state"] ?? ""]).status, is: 403)
        let fields = ["error": "login_required<script>", "state": sent["state"] ?? ""]
        let page = try house.ask("/lti/launch", fields)
        #expect(page.status == 403 && text(page).contains("login_required&lt;script&gt;"))
        let other = try self.house()
        other.provider.state.withLock { $0.isHanging = true }
        try expect(other.launch([:], other.begin()).status, is: 503)
    }

    @Test("a sign-in begins only for a known platform and for an address of this class server")
    func begins() throws {
        let house = try house()
        for change: [String: String?] in [
            ["iss": "https://other.test"], ["iss": nil], ["login_hint": nil], ["client_id": "other"],
            ["target_link_uri": "https://evil.test/"], ["target_link_uri": nil],
            ["target_link_uri": Self.own + "@evil.test/"],
        ] {
            let response = try house.ask("/lti/login", house.login(change))
            #expect(response.status == 400 && !response.fields.contains { $0.name == "location" }, "\(change)")
        }
        // This field is optional.
        _ = try house.begin(["client_id": nil])
        try expect(house.ask("/lti/launch", [:], .get).status, is: 405)
        try expect(house.ask("/lti/login", house.login(), .put).status, is: 405)
    }

    @Test("the role is that within the course, and a custom parameter names the class")
    func claims() throws {
        func role(_ names: [String]) -> ClassUser.Role {
            Launch.role(.object([JSONValue.Member(Launch.roles, .list(names.map(JSONValue.string)))]))
        }
        let instructor = Self.membership + "#Instructor"
        expect(role([]), is: .student)
        expect(role([Self.membership + "#Learner"]), is: .student)
        expect(role([instructor]), is: .teacher)
        expect(role(["Instructor"]), is: .teacher)
        expect(role([instructor, Self.membership + "/Instructor#TeachingAssistant"]), is: .assistant)
        expect(role(["http://purl.imsglobal.org/vocab/lis/v2/institution/person#Instructor"]), is: .student)
        let house = try house()
        let custom: JSONValue = .object(["class": .string("botany")])
        try expect(house.launch([Self.claim + "custom": custom], house.begin()).status, is: 200)
        expect(house.people.withLock { $0.map(\.room) }, is: ["botany"])
    }

    @Test("a file of platforms with a missing, wrong or unknown field is refused")
    func files() throws {
        let good = """
            {"issuer":"https://m.test","client_id":"a","auth_login_url":"https://m.test/a","jwks_url":"https://m.test/k",
            "deployment_ids":["1"]}
            """
        func list(_ text: String) throws -> [LearningPlatform]? {
            LearningPlatform.list(try JSONValue(document: Array(text.utf8)))
        }
        try expect(list(good)?.count, is: 1)
        try expect(list("[\(good),\(good)]")?.count, is: 2)
        for (old, new) in [
            ("\"deployment_ids\":[\"1\"]", "\"deployment_ids\":[]"), ("[\"1\"]", "[1]"),
            ("https://m.test/k", "http://m.test/k"),
            ("\"a\"", "\"\""), ("client_id", "client"), ("[\"1\"]", "[\"1\"],\"class\":\"A B\""),
            ("[\"1\"]", "[\"1\"],\"class\":5"), ("[\"1\"]", "[\"1\"],\"classes\":\"a\""),
        ] {
            try expect(list(good.replacing(old, with: new)), is: nil, "\(new)")
        }
        try expect(list("[]"), is: nil)
        try expect(list("5"), is: nil)
    }
}
