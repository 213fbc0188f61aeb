import Classes
import Encoding
import TestSupport
import Testing

@testable import ClassAccess

struct JoinValueTests {
    static let ticket = ClassTicket(
        room: "algebra@rooms.tv.test", title: "代数 1", jid: "n-17@join.tv.test", token: "a.b.c",
        server: .init(host: "tv.test", port: 5222, authority: "-----BEGIN CERTIFICATE-----\n"),
        keeper: "keeper.tv.test", media: [.init(name: "rtmp", address: "rtmp://tv.test/live")],
        upload: "upload.tv.test", user: ClassUser(id: "17", name: "Zhang 三", role: .teacher, group: 2), expires: 5000,
        features: .object(["canChangePresenter": .flag(true)]), resume: "secret")

    @Test func aTicketIsUnchangedByEncodingAndDecoding() throws {
        expect(ClassTicket(document: Self.ticket.json.bytes), is: Self.ticket)
        var plain = Self.ticket
        plain.upload = nil
        plain.features = nil
        plain.resume = nil
        plain.server.authority = nil
        plain.media[0].ports = "20000-21999"
        expect(ClassTicket(document: plain.json.bytes), is: plain)
    }

    @Test(
        "a ticket with an unusable field is rejected",
        arguments: [
            { (ticket: inout ClassTicket) in ticket.room = "no room" }, { $0.jid = "tv.test" }, { $0.server.port = 0 },
            { $0.server.port = 70_000 }, { $0.server.host = "" }, { $0.token = "" }, { $0.keeper = "a\nb" },
            { $0.upload = "" }, { $0.media[0].address = "rtmp://a b" }, { $0.user.id = "" },
        ] as [@Sendable (inout ClassTicket) -> Void])
    func unusableTickets(change: @Sendable (inout ClassTicket) -> Void) {
        var ticket = Self.ticket
        change(&ticket)
        expect(ClassTicket(document: ticket.json.bytes), is: nil)
    }

    @Test func secretsStayOutOfDescriptions() {
        let request = JoinRequest(.code("ABCD", resume: "secret"), name: "A")
        for text in ["\(Self.ticket)", String(reflecting: Self.ticket), "\(request)", String(reflecting: request)] {
            #expect(!text.contains("secret") && !text.contains("a.b.c") && !text.contains("ABCD"))
        }
        var dumped = ""
        dump(Self.ticket, to: &dumped)
        dump(request, to: &dumped)
        #expect(!dumped.contains("secret") && !dumped.contains("a.b.c") && !dumped.contains("ABCD"))
    }

    static let requests = [
        JoinRequest(.code("abc-def", resume: nil), name: "Li"),
        JoinRequest(.code("abc-def", resume: "again"), name: "Li", avatar: "https://tv.test/a.png"),
        JoinRequest(
            .signature(
                JoinSignature(room: "a", number: "17", role: "teacher", group: 3, expires: 99, sign: "00ff")),
            name: "Li 四", avatar: nil),
    ]

    @Test("LIVE-06, LIVE-07: a request is the same after encoding and decoding", arguments: requests)
    func requestsAreTheSame(request: JoinRequest) throws {
        let json = try JSONValue(document: request.json.bytes)
        try expect(JoinRequest(json: json), is: request)
        let form = json.fields.mapValues { $0.text ?? $0.integer.map { "\($0)" } ?? "" }
        try expect(JoinRequest(form: form), is: request)
    }

    @Test(
        "requests without a proof are refused",
        arguments: [
            "{}", "[]", "7", #"{"name":"Li"}"#, #"{"code":""}"#, #"{"code":[1]}"#, #"{"room":"a","number":"1"}"#,
            #"{"room":"a","number":"1","sign":"0"}"#, #"{"room":"a","number":"1","sign":"0","expires":"x"}"#,
            #"{"room":"a","number":"1","sign":"0","expires":1,"group":"x"}"#,
        ])
    func refused(text: String) throws {
        let json = try JSONValue(document: Array(text.utf8))
        #expect(throws: JoinError(.malformedRequest)) { try JoinRequest(json: json) }
    }

    @Test(
        "LIVE-80: errors are the same after encoding and decoding, and each has a message and a kind",
        arguments: JoinError.Reason.allCases)
    func errors(reason: JoinError.Reason) {
        let error = JoinError(reason, retryAfter: 7, detail: reason == .network ? "no line" : "")
        expect(JoinError(json: error.json)?.reason, is: reason)
        expect(JoinError(json: error.json)?.retryAfter, is: 7)
        var waiting = error
        waiting.resume = "secret"
        expect(JoinError(json: waiting.json)?.resume, is: "secret")
        #expect(!error.message.isEmpty)
        expect(error.json["error"]?["kind"]?.text, is: error.kind.rawValue)
    }
}
