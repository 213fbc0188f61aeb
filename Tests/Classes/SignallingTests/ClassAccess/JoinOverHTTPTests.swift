import Addresses
import Classes
import Encoding
import Foundation
import HTTPServing
import PlayCore
import TestSupport
import Testing
import Transport

@testable import ClassAccess

/// The keeper's side as a function, and both sides over a connection.
struct JoinOverHTTPTests {
    private static let now = ClassAdmissionTests.now

    private func ask(
        _ admission: inout ClassAdmission, _ method: HTTPServerRequest.Method, _ target: String, accept: String? = nil,
        type: String = "application/json", body: String = ""
    ) throws -> HTTPServerResponse? {
        let fields = [HTTPField("content-type", type)] + (accept.map { [HTTPField("accept", $0)] } ?? [])
        let request = HTTPServerRequest(
            method, try #require(HTTPTarget(target)), fields: fields, body: Array(body.utf8), peer: "1.2.3.4")
        return admission.answer(request, publicAddress: "https://tv.test", at: Self.now)
    }

    private func text(_ response: HTTPServerResponse?) -> String {
        String(decoding: response?.body ?? [], as: UTF8.self)
    }

    private func field(_ response: HTTPServerResponse?, _ name: String) -> String? {
        response?.fields.first { $0.name == name }?.value
    }

    @Test("LIVE-07: a browser gets instructions for joining, and tvplay gets the code's class")
    func links() throws {
        var admission = ClassAdmissionTests.admission()
        admission.classes["algebra"]?.title = "<script>alert('1')</script> & \"more\""
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 60).code
        let page = try ask(&admission, .get, "/c/\(code.shown)", accept: "text/html,application/xhtml+xml,*/*;q=0.8")
        expect(page?.status, is: 200)
        expect(field(page, "content-type"), is: "text/html; charset=utf-8")
        expect(field(page, "content-security-policy")?.hasPrefix("default-src 'none'"), is: true)
        #expect(text(page).contains("tvplay class https://tv.test/c/\(code.shown)"))
        #expect(text(page).contains("&lt;script&gt;") && !text(page).contains("<script"))
        let json = try ask(&admission, .get, "/c/\(code.text.lowercased())", accept: "application/json")
        let value = try JSONValue(document: json?.body ?? [])
        expect(ClassPreview(json: value)?.role, is: .student)
        expect(value["needs"]?.items, is: [.string("name")])
        try expect(ask(&admission, .head, "/c/\(code.shown)")?.status, is: 200)
        let wrong = try ask(&admission, .get, "/c/%3Cscript%3E")
        expect(wrong?.status, is: 400)
        #expect(!text(wrong).contains("script"))
    }

    @Test("LIVE-06, LIVE-07: JSON and forms are accepted, at the link and at /join")
    func joins() throws {
        var admission = ClassAdmissionTests.admission()
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 60).code
        func ticket(_ response: HTTPServerResponse?) -> ClassTicket? {
            response?.status == 200 ? ClassTicket(document: response?.body ?? []) : nil
        }
        let form = "application/x-www-form-urlencoded"
        let answers = [
            try ask(&admission, .post, "/join", body: "{\"code\":\"\(code.shown)\",\"name\":\"Li\"}"),
            try ask(&admission, .post, "/c/\(code.shown)", body: "{\"name\":\"Li\"}"),
            try ask(&admission, .post, "/c/\(code.shown)", type: form, body: "name=Li"),
            try ask(&admission, .post, "/join", type: form, body: "name=L%69&code=\(code.text)"),
            try ask(&admission, .post, "/join", body: text(json: ClassAdmissionTests.signed().json)),
        ]
        // Each request is another person, so each gets another name.
        expect(answers.map { ticket($0)?.user.name }, is: ["Li", "Li 2", "Li 3", "Li 4", "Li 5"])
        for answer in answers {
            expect(field(answer, "cache-control"), is: "no-store")
        }
    }

    private func text(json: JSONValue) -> String { String(decoding: json.bytes, as: UTF8.self) }

    @Test("LIVE-80: a failure has a status, a kind and a reason")
    func failures() throws {
        var admission = ClassAdmissionTests.admission()
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now).code
        func reason(_ response: HTTPServerResponse?) -> (Int, String, String) {
            let error = (try? JSONValue(document: response?.body ?? []))?["error"]
            return (response?.status ?? 0, error?["kind"]?.text ?? "", error?["reason"]?.text ?? "")
        }
        let expired = try ask(&admission, .post, "/c/\(code.text)", body: "{\"name\":\"Li\"}")
        #expect(reason(expired) == (410, "enterRoomExpired", "codeExpired"))
        #expect(
            reason(try ask(&admission, .post, "/join", body: "{}")) == (400, "invalidArguments", "malformedRequest"))
        try expect(reason(try ask(&admission, .post, "/join", body: "{")).0, is: 400)
        try expect(reason(try ask(&admission, .post, "/join", type: "text/plain", body: "x")).0, is: 400)
        try expect(
            reason(try ask(&admission, .post, "/join", body: String(repeating: " ", count: 9000) + "{}")).0, is: 400)
        try expect(ask(&admission, .get, "/join")?.status, is: 405)
        try expect(ask(&admission, .delete, "/c/x")?.status, is: 405)
        try expect(ask(&admission, .get, "/"), is: nil)
        try expect(ask(&admission, .get, "/c"), is: nil)
        try expect(ask(&admission, .get, "/c/x/y"), is: nil)
        var random = SeededGenerator(seed: 2)
        for _ in 0...AttemptLimiter.limit {
            _ = try ask(&admission, .get, "/c/\(JoinCode.random(using: &random).text)", accept: "application/json")
        }
        let robot = try ask(&admission, .get, "/c/\(code.text)", accept: "application/json")
        #expect(reason(robot) == (429, "areYouRobot", "tooManyTries"))
        expect(field(robot, "retry-after"), is: "60")
    }

    @Test func tenThousandMutatedRequestsAreAnswered() throws {
        var admission = ClassAdmissionTests.admission()
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600).code
        let originals = [
            "{\"code\":\"\(code.shown)\",\"name\":\"Li\",\"avatar\":\"https://a/b\",\"resume\":\"AAAA\"}",
            text(json: ClassAdmissionTests.signed(name: "四").json), "name=Li&code=\(code.text)&resume=x%20",
        ].map { Array($0.utf8) }
        var random = SeededGenerator(seed: 4)
        var statuses: [Int: Int] = [:]
        for number in 0..<10_000 {
            var body = originals[number % 3]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[place] = UInt8.random(in: 0...255, using: &random)
                case 1: body.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 2 where body.count > 1: body.remove(at: place)
                default: body[place] = "{}[]\":,\\%&=0".utf8.randomElement(using: &random) ?? 0
                }
            }
            let type = number % 3 == 2 ? "application/x-www-form-urlencoded" : "application/json"
            let request = HTTPServerRequest(
                .post, HTTPTarget(segments: number % 2 == 0 ? ["join"] : ["c", code.text]),
                fields: [HTTPField("content-type", type)], body: body, peer: "1.2.\(number % 250).4")
            let answer = admission.answer(request, publicAddress: "https://tv.test", at: Self.now)
            statuses[answer?.status ?? 0, default: 0] += 1
            if answer?.status == 200 { #expect(ClassTicket(document: answer?.body ?? []) != nil) }
        }
        #expect(Set(statuses.keys).isSubset(of: [200, 400, 403, 404, 410, 429]), "\(statuses)")
    }

    // MARK: Over a line

    private func client(_ change: (inout HTTPSettings) -> Void = { _ in }) throws -> JoinClient {
        var settings = HTTPSettings(userAgent: "tvplay/test")
        settings.proxy = ""
        settings.timeout = .seconds(30)
        change(&settings)
        return JoinClient(try #require(HTTPClient(settings), "libcurl is missing"))
    }

    private func server(_ admission: ClassAdmission, tls: HTTPServerSettings.TLS? = nil) throws -> HTTPServer {
        let admission = Monitor(admission)
        return try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0, tls: tls)) { request in
            admission.withLock { $0.answer(request, publicAddress: "https://tv.test", at: Self.now) } ?? .notFound
        }
    }

    @Test(
        "LIVE-06, LIVE-07: a viewer gets tickets by a link and by a signature, over TLS",
        .enabled(if: TestCertificates.isPresent, Comment(rawValue: NginxServer.absentReason)))
    func ticketsOverTLS() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let certificates = try TestCertificates(in: folder)
        func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }
        var admission = ClassAdmissionTests.admission()
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 60).code
        let tls = HTTPServerSettings.TLS(
            certificate: try bytes(certificates.certificate), key: try bytes(certificates.key))
        let server = try server(admission, tls: tls)
        let client = try client { $0.caFile = certificates.authority }
        let cancel = CancelToken()
        let link = try #require(
            Address("https://localhost:\(server.port)/c/\(code.shown.lowercased())").flatMap { JoinLink($0) })
        try expect(client.preview(link, cancel: cancel).title, is: "Algebra")
        let first = try client.join(
            JoinRequest(.code(link.code, resume: nil), name: "Li 四"), at: link.server, cancel: cancel)
        expect(first.user.name, is: "Li 四")
        let again = try client.join(
            JoinRequest(.code(link.code, resume: first.resume), name: "Li"), at: link.server, cancel: cancel)
        expect(again.jid, is: first.jid)
        let signed = try client.join(ClassAdmissionTests.signed(), at: link.server, cancel: cancel)
        expect(signed.jid, is: "n-17@join.tv.test")
        #expect(throws: JoinError(.unknownClass)) {
            try client.join(ClassAdmissionTests.signed(room: "geometry"), at: link.server, cancel: cancel)
        }
        // A client without the server's certificate authority does not connect.
        let stranger = try self.client()
        let error = #expect(throws: JoinError.self) { try stranger.preview(link, cancel: cancel) }
        expect(error?.reason, is: .network)
    }

    @Test func failedJoinsReportTheirReason() throws {
        let other = try HTTPServer(HTTPServerSettings(host: "127.0.0.1", port: 0)) { request in
            request.target.segments == ["join"] ? .text(200, "hello") : .json(404, .object(["x": .integer(1)]))
        }
        let client = try client()
        let address = try #require(Address("http://127.0.0.1:\(other.port)/"))
        let request = ClassAdmissionTests.signed()
        #expect(throws: JoinError(.noClassServer)) { try client.join(request, at: address, cancel: CancelToken()) }
        let link = try #require(JoinLink(code: "2345-6789-ACEF", server: address.text))
        #expect(throws: JoinError.self) { try client.preview(link, cancel: CancelToken()) }
        let mistyped = JoinRequest(.code("nonsense", resume: nil), name: "Li")
        #expect(throws: JoinError(.malformedCode)) { try client.join(mistyped, at: address, cancel: CancelToken()) }
        let plain = try #require(Address("http://tv.test/"))
        #expect(throws: JoinError(.unprotectedAddress)) { try client.join(request, at: plain, cancel: CancelToken()) }
        let cancelled = CancelToken()
        cancelled.cancel()
        #expect(throws: JoinError(.cancelled)) { try client.join(request, at: address, cancel: cancelled) }
        let port = other.port
        other.close()
        let gone = try #require(Address("http://127.0.0.1:\(port)/"))
        let error = #expect(throws: JoinError.self) { try client.join(request, at: gone, cancel: CancelToken()) }
        expect(error?.reason, is: .network)
        expect(error?.message.isEmpty, is: false)
    }

    @Test("a port without https is reported as such, not as a wrong certificate")
    func plainServer() throws {
        func words(_ detail: String) throws -> String {
            var error = ByteSourceError(.tls, operation: "open", context: "a")
            error.detail = detail
            return try client().reason(of: error)
        }
        for detail in ["error:0A00010B:SSL routines::wrong version number", "SSL routines::packet length too long"] {
            #expect(try words(detail).contains("this port does not use https"))
        }
        #expect(try words("self-signed certificate").contains("--tls-ca-file"))
    }

    @Test func joinLinksAreSplitIntoServerAndCode() throws {
        let link = try #require(Address("https://tv.test:8443/c/2345-6789-ACEF").flatMap { JoinLink($0) })
        #expect(link.server.text == "https://tv.test:8443/")
        expect(link.code, is: "2345-6789-ACEF")
        #expect(
            JoinLink(code: "2345", server: "tv.test:8443") == JoinLink(code: "2345", server: "https://tv.test:8443"))
        let schemes = ["127.0.0.1:8443", "localhost", "[::1]:1", "https://localhost", "127.0.0.2:1"].map {
            JoinLink(code: "2345", server: $0)?.server.scheme
        }
        expect(schemes, is: ["http", "http", "http", "https", "https"])
        for text in [
            "https://tv.test/", "https://tv.test/c/", "https://tv.test/c/a/b", "https://tv.test/d/a", "rtmp://a/c/b",
        ] {
            expect(Address(text).flatMap { JoinLink($0) }, is: nil, "\(text)")
        }
        expect(JoinLink(code: "", server: "tv.test"), is: nil)
        expect(JoinLink(code: "x", server: ""), is: nil)
    }

    @Test("a link for signing in names a class, and a browser gets instructions without the title")
    func signInLinks() throws {
        let link = try #require(Address("https://tv.test:8443/s/algebra").flatMap { SignInLink($0) })
        #expect(link.server.text == "https://tv.test:8443/" && link.room == "algebra")
        expect(link.text, is: "https://tv.test:8443/s/algebra")
        for text in ["https://tv.test/s/", "https://tv.test/s/A", "https://tv.test/s/a/b", "rtmp://tv.test/s/a"] {
            expect(Address(text).flatMap { SignInLink($0) }, is: nil, "\(text)")
        }
        var admission = ClassAdmissionTests.admission()
        let page = try ask(&admission, .get, "/s/algebra")
        #expect(page?.status == 200 && text(page).contains("tvplay class https://tv.test/s/algebra"))
        #expect(!text(page).contains("Algebra"))
        try expect(ask(&admission, .post, "/s/algebra")?.status, is: 405)
        try expect(ask(&admission, .get, "/s/%3Cscript%3E"), is: nil)
    }
}
