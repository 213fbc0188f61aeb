import Classes
import Encoding
import Foundation
import TestSupport
import Testing

@testable import ClassAccess

struct ClassAdmissionTests {
    static let tokenKey = Array("token key".utf8)
    static let integratorKey = Array("integrator's key".utf8)
    static let now: Int64 = 1_800_000_000

    static func admission(_ joins: JoinLimits = JoinLimits()) -> ClassAdmission {
        var settings = ClassAdmission.Settings(
            server: .init(host: "tv.test", port: 5222, authority: "PEM"), clientDomain: "join.tv.test",
            roomDomain: "rooms.tv.test", keeper: "keeper.tv.test", tokenKey: tokenKey,
            guestKey: Array("guest key".utf8))
        settings.integratorKeys = [Array("an older key".utf8), integratorKey]
        settings.media = [.init(name: "rtmp", address: "rtmp://tv.test/live")]
        settings.upload = "upload.tv.test"
        settings.joins = joins
        var admission = ClassAdmission(settings)
        admission.classes["algebra"] = OfferedClass(
            name: "algebra", title: "Algebra", features: .object(["maxSpeakerCount": .integer(3)]))
        return admission
    }

    static func signed(
        number: String = "17", name: String = "Li", role: String = "student", group: Int = 0, room: String = "algebra",
        expires: Int64 = now + 60, key: [UInt8] = integratorKey, change: (inout JoinSignature) -> Void = { _ in }
    ) -> JoinRequest {
        var signature = JoinSignature(
            room: room, number: number, name: name, role: role, group: group, expires: expires, key: key)
        change(&signature)
        return JoinRequest(.signature(signature), name: name)
    }

    func reason(
        _ admission: inout ClassAdmission, _ request: JoinRequest, from address: String = "1.2.3.4",
        at time: Int64 = now
    ) -> JoinError.Reason? {
        do throws(JoinError) {
            _ = try admission.admit(request, from: address, at: time)
            return nil
        } catch { return error.reason }
    }

    // MARK: Limits

    @Test("the rate of new people per code and per address is limited, but not that of returning people and signatures")
    func pace() throws {
        var joins = JoinLimits()
        (joins.perAddress, joins.perCode) = (Pace(perMinute: 60, burst: 3), Pace(perMinute: 60, burst: 5))
        var admission = Self.admission(joins)
        let code = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600).code.text
        func join(_ name: String, from address: String, resume: String? = nil, at time: Int64 = Self.now) throws
            -> ClassTicket
        {
            try admission.admit(JoinRequest(.code(code, resume: resume), name: name), from: address, at: time)
        }
        let first = try join("A", from: "1.1.1.1")
        for name in ["B", "C"] { _ = try join(name, from: "1.1.1.1") }
        #expect(throws: JoinError(.tooManyJoins, retryAfter: 1)) { try join("D", from: "1.1.1.1") }
        // First the same person, then people from another address. Then the code has reached its limit for all
        // addresses.
        try expect(join("A", from: "1.1.1.1", resume: first.resume).user.id, is: first.user.id)
        for name in ["E", "F"] { _ = try join(name, from: "2.2.2.2") }
        #expect(throws: JoinError(.tooManyJoins, retryAfter: 1)) { try join("G", from: "3.3.3.3") }
        _ = try admission.admit(Self.signed(), from: "1.1.1.1", at: Self.now)
        try expect(join("D", from: "1.1.1.1", at: Self.now + 1).user.name, is: "D")
        #expect(JoinError(.tooManyJoins).kind == .areYouRobot && JoinError(.tooManyJoins).status == 429)
    }

    @Test("a full class admits no new people except teachers and assistants")
    func people() throws {
        var joins = JoinLimits()
        joins.people = 2
        var admission = Self.admission(joins)
        for number in ["1", "2"] {
            _ = try admission.admit(Self.signed(number: number, name: number), from: "1.2.3.4", at: Self.now)
        }
        expect(reason(&admission, Self.signed(number: "3", name: "3")), is: .classFull)
        expect(reason(&admission, Self.signed(number: "1", name: "new name")), is: nil)
        expect(reason(&admission, Self.signed(number: "4", name: "4", role: "teacher")), is: nil)
    }

    @Test("a locked class admits those who were in it before, teachers and assistants, and reports whom it refused")
    func locked() throws {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600, uses: 2)
        let first = try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        _ = try admission.admit(Self.signed(number: "17", name: "Wang"), from: "1.2.3.4", at: Self.now)
        _ = (admission.takeChanges(), admission.takeAdmitted())
        admission.classes["algebra"]?.door.isLocked = true
        expect(reason(&admission, coded(grant, name: "Mallory")), is: .classLocked)
        expect(reason(&admission, Self.signed(number: "18", name: "Zhao")), is: .classLocked)
        let knocks = admission.takeKnocks()
        #expect(knocks.map(\.user.name) == ["Mallory", "Zhao"] && knocks.allSatisfy { !$0.waits })
        #expect(admission.takeKnocks().isEmpty && admission.takeAdmitted().isEmpty)
        #expect(admission.takeChanges().isEmpty, "a refused person uses no code up")
        expect(reason(&admission, coded(grant, resume: first.resume)), is: nil)
        expect(reason(&admission, Self.signed(number: "17", name: "Wang")), is: nil)
        expect(reason(&admission, Self.signed(number: "19", name: "Chen", role: "assistant")), is: nil)
        admission.classes["algebra"]?.door.isLocked = false
        expect(reason(&admission, coded(grant, name: "Mallory")), is: nil)
        #expect(JoinError(.classLocked).status == 403 && JoinError(.classLocked).kind == .enterRoomForbidden)
    }

    @Test("a person without a ticket waits as the same person in all requests, and is counted once")
    func waiting() throws {
        var joins = JoinLimits()
        joins.perCode = Pace(perMinute: 1, burst: 1)
        var admission = Self.admission(joins)
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600, uses: 1)
        admission.classes["algebra"]?.door.hasWaitingRoom = true
        admission.classes["algebra"]?.door.pause = 3
        let error = #expect(throws: JoinError.self) {
            try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        }
        #expect(error?.reason == .waiting && error?.retryAfter == 3)
        let secret = try #require(error?.resume)
        let knock = try #require(admission.takeKnocks().first)
        #expect(knock.waits && knock.user.name == "Li")
        // Only new people count against the pace of the code.
        expect(reason(&admission, coded(grant, name: "Bert")), is: .tooManyJoins)
        admission.classes["algebra"]?.door.waiting = [knock.user.id]
        expect(reason(&admission, coded(grant, resume: secret), at: Self.now + 3), is: .waiting)
        expect(admission.takeKnocks().map(\.user.id), is: [knock.user.id])
        #expect(admission.takeChanges().isEmpty && admission.takeAdmitted().isEmpty)
        admission.classes["algebra"]?.door.waiting = []
        admission.classes["algebra"]?.door.letIn = [knock.user.id]
        let ticket = try admission.admit(coded(grant, resume: secret), from: "1.2.3.4", at: Self.now + 6)
        #expect(ticket.user.id == knock.user.id && ticket.resume == secret)
        expect(admission.takeChanges().map(\.uses), is: [0])
        expect(reason(&admission, coded(grant, resume: secret), at: Self.now + 9), is: nil)
    }

    @Test("a refused person is notified, a lock ends waiting, and a signature may expire while its person waits")
    func doors() {
        var admission = Self.admission()
        admission.classes["algebra"]?.door.hasWaitingRoom = true
        let signed = Self.signed(expires: Self.now + 60)
        expect(reason(&admission, signed), is: .waiting)
        expect(reason(&admission, signed, at: Self.now + 61), is: .signatureExpired)
        admission.classes["algebra"]?.door.waiting = ["17"]
        expect(reason(&admission, signed, at: Self.now + 61), is: .waiting)
        admission.classes["algebra"]?.door.waiting = []
        admission.classes["algebra"]?.door.refused = ["17"]
        expect(reason(&admission, signed, at: Self.now + 62), is: .entryRefused)
        admission.classes["algebra"]?.door.isLocked = true
        expect(reason(&admission, Self.signed(number: "18", name: "Zhao")), is: .classLocked)
        admission.classes["algebra"]?.door.letIn = ["17"]
        expect(reason(&admission, signed, at: Self.now + 63), is: nil)
        expect(reason(&admission, Self.signed(number: "19", name: "Chen", role: "teacher")), is: nil)
        admission.classes["algebra"]?.door = ClassDoor()
        admission.classes["algebra"]?.door.hasWaitingRoom = true
        admission.classes["algebra"]?.door.places = 0
        expect(reason(&admission, Self.signed(number: "20", name: "Wei")), is: .tooManyJoins)
    }

    // MARK: Signatures

    @Test("LIVE-06, LIVE-83: a signature yields a ticket with room, user, expiry and the class's features")
    func signatures() throws {
        var admission = Self.admission()
        let request = Self.signed(name: "Li 四", role: "teacher", group: 4)
        let ticket = try admission.admit(request, from: "1.2.3.4", at: Self.now)
        expect(ticket.room, is: "algebra@rooms.tv.test")
        expect(ticket.title, is: "Algebra")
        expect(ticket.user, is: ClassUser(id: "17", name: "Li 四", role: .teacher, group: 4))
        expect(ticket.jid, is: "n-17@join.tv.test")
        expect(ticket.expires, is: Self.now + 12 * 3600)
        expect(ticket.features?["maxSpeakerCount"]?.integer, is: 3)
        expect(ticket.resume, is: nil)
        expect(ClassTicket(document: ticket.json.bytes), is: ticket)
        let claims = try JSONWebToken.claims(of: ticket.token, key: Self.tokenKey, at: Self.now + 1)
        expect(claims.subject, is: "n-17")
        expect(claims.expires, is: ticket.expires)
        expect(claims.others["aud"]?.text, is: "join.tv.test")
        expect(claims.others["jid"]?.text, is: ticket.jid)
        #expect(admission.takeChanges().isEmpty)
    }

    @Test("LIVE-06: the same number has the same JID, so an exclusion lasts")
    func sameNumber() throws {
        var admission = Self.admission()
        let first = try admission.admit(Self.signed(name: "Li"), from: "1.2.3.4", at: Self.now)
        let second = try admission.admit(Self.signed(name: "Wang"), from: "9.9.9.9", at: Self.now + 9)
        expect(first.jid, is: second.jid)
        expect(second.user.name, is: "Wang")
        admission.classes["algebra"]?.excluded = ["17"]
        expect(reason(&admission, Self.signed(name: "Zhao")), is: .excluded)
        expect(reason(&admission, Self.signed(number: "18")), is: nil)
    }

    @Test(
        "LIVE-06: a number consists only of digits",
        arguments: ["", "1a", "-1", " 1", "１２", "1\n", String(repeating: "1", count: 21)])
    func numbers(number: String) {
        var admission = Self.admission()
        expect(reason(&admission, Self.signed(number: number)), is: .malformedNumber)
    }

    @Test(
        "LIVE-06: a change of any signed field is detected",
        arguments: [
            { (signature: inout JoinSignature) in signature.number = "18" }, { $0.role = "teacher" }, { $0.group = 1 },
            { $0.expires += 1 }, { $0.room = "geometry" }, { $0.sign = "" }, { $0.sign = String($0.sign.dropLast()) },
            { $0.sign += "0" }, { $0.sign = String(repeating: "0", count: 64) },
        ] as [@Sendable (inout JoinSignature) -> Void])
    func changed(change: @Sendable (inout JoinSignature) -> Void) {
        var admission = Self.admission()
        expect(reason(&admission, Self.signed(change: change)), is: .wrongSignature)
        var named = Self.signed()
        named.name = "Wang"
        expect(reason(&admission, named), is: .wrongSignature)
        expect(reason(&admission, Self.signed(key: Array("a stranger's".utf8))), is: .wrongSignature)
    }

    @Test("LIVE-06: a name with a line end cannot be read as two fields")
    func ambiguous() {
        // Both signatures have the same text. The field with a line end is refused even with the right key.
        var admission = Self.admission()
        expect(reason(&admission, Self.signed(name: "Li\nteacher", role: "0")), is: .wrongSignature)
        expect(reason(&admission, Self.signed(name: "Li\u{85}")), is: .wrongSignature)
    }

    @Test func signedRequestsAreCheckedForExpiryKeyRoleGroupAndClass() {
        var admission = Self.admission()
        expect(reason(&admission, Self.signed(expires: Self.now)), is: .signatureExpired)
        expect(reason(&admission, Self.signed(key: Array("an older key".utf8))), is: nil)
        expect(reason(&admission, Self.signed { $0.sign = $0.sign.uppercased() }), is: nil)
        expect(reason(&admission, Self.signed(role: "king")), is: .unknownRole)
        expect(reason(&admission, Self.signed(group: -1)), is: .malformedGroup)
        expect(reason(&admission, Self.signed(group: Int(Int32.max) + 1)), is: .malformedGroup)
        expect(reason(&admission, Self.signed(room: "geometry")), is: .unknownClass)
        admission.settings.integratorKeys = []
        expect(reason(&admission, Self.signed()), is: .wrongSignature)
    }

    @Test(
        "LIVE-06: the guide's command line makes the same signature",
        .enabled(if: TestCertificates.isPresent, Comment(rawValue: NginxServer.absentReason)))
    func openssl() throws {
        let line = """
            printf 'tvplay-join-1\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s' algebra 17 'Li 四' student 0 1800000060 |
              openssl dgst -sha256 -hmac "$KEY" | sed 's/.* //'
            """
        let guide = try String(
            contentsOf: Checkout.folder.appendingPathComponent("docs/guide/live-servers.md"), encoding: .utf8)
        #expect(guide.contains(line.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")))
        let outcome = try BuiltProgram.run("/bin/sh", ["-c", "KEY=\"integrator's key\"\n" + line])
        var admission = Self.admission()
        var request = Self.signed(name: "Li 四", expires: 1_800_000_060)
        guard case .signature(var signature) = request.proof else { return }
        signature.sign = outcome.output.split(separator: "\n").last.map(String.init) ?? ""
        request.proof = .signature(signature)
        expect(reason(&admission, request), is: nil)
    }

    // MARK: Codes

    func coded(
        _ grant: CodeGrant, name: String = "Li", resume: String? = nil, avatar: String? = nil
    ) -> JoinRequest { JoinRequest(.code(grant.code.shown, resume: resume), name: name, avatar: avatar) }

    @Test("LIVE-07: a code yields a ticket, and its resume secret yields the same person again")
    func codes() throws {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, group: 2, expires: Self.now + 600)
        try expect(
            admission.preview(grant.code.shown, from: "1.2.3.4", at: Self.now),
            is: ClassPreview(title: "Algebra", role: .student, group: 2, expires: Self.now + 600))
        let ticket = try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        #expect(ticket.user.group == 2 && ticket.user.role == .student && ticket.user.name == "Li")
        expect(ticket.jid, is: "n-\(ticket.user.id)@join.tv.test")
        let again = try admission.admit(
            coded(grant, name: "Li again", resume: ticket.resume), from: "5.6.7.8", at: Self.now + 60)
        #expect(again.jid == ticket.jid && again.user.id == ticket.user.id && again.resume == ticket.resume)
        let other = try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        #expect(other.jid != ticket.jid)
        // A guest's ID is never a number.
        #expect(!JoinRules.isNumber(ticket.user.id))
        admission.classes["algebra"]?.excluded = [ticket.user.id]
        expect(reason(&admission, coded(grant, resume: ticket.resume)), is: .excluded)
    }

    @Test(
        "LIVE-07: a code admits its number of people, returning people do not count, and identities cannot be forged")
    func uses() throws {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .teacher, expires: Self.now + 600, uses: 2)
        let first = try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        expect(admission.takeChanges().map(\.uses), is: [1])
        #expect(admission.takeChanges().isEmpty)
        _ = try admission.admit(coded(grant), from: "1.2.3.4", at: Self.now)
        expect(reason(&admission, coded(grant)), is: .codeUsedUp)
        expect(reason(&admission, coded(grant, resume: first.resume)), is: nil)
        var forged = Array((first.resume ?? "").utf8)
        forged[0] = forged[0] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        for resume in [String(decoding: forged, as: UTF8.self), "", "x", String(repeating: "A", count: 43)] {
            expect(reason(&admission, coded(grant, resume: resume)), is: .codeUsedUp)
        }
        // The secret is not valid with another code.
        let second = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600, uses: 0)
        expect(reason(&admission, coded(second, resume: first.resume)), is: .codeUsedUp)
        let stored = admission.codes.compactMap { CodeGrant(code: $0.code.text, json: $0.json) }
        expect(stored.count, is: 2)
        var restarted = ClassAdmission(admission.settings, codes: stored)
        restarted.classes = admission.classes
        restarted.know(first.user, in: "algebra")
        expect(reason(&restarted, coded(grant)), is: .codeUsedUp)
        let again = try restarted.admit(coded(grant, resume: first.resume), from: "1.2.3.4", at: Self.now)
        expect(again.jid, is: first.jid)
    }

    @Test func expiredAndRevokedCodesAreRefused() {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now)
        expect(reason(&admission, coded(grant)), is: .codeExpired)
        expect(reason(&admission, coded(grant), at: Self.now - 1), is: nil)
        #expect(admission.removeExpired(at: Self.now + 3600).isEmpty)
        expect(admission.removeExpired(at: Self.now + 90_000), is: [grant.code])
        expect(reason(&admission, coded(grant)), is: .wrongCode)
        let revoked = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 60)
        admission.revoke(revoked.code)
        expect(reason(&admission, coded(revoked)), is: .wrongCode)
    }

    @Test func fullEndedAndUnknownClassesRefuseStudents() {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 60)
        admission.classes["algebra"]?.people = 0
        expect(reason(&admission, coded(grant)), is: .classFull)
        admission.classes["algebra"]?.people = nil
        admission.classes["algebra"]?.isFull = true
        expect(reason(&admission, coded(grant)), is: .classFull)
        expect(reason(&admission, Self.signed(role: "teacher")), is: nil)
        admission.classes["algebra"]?.isOver = true
        expect(reason(&admission, coded(grant)), is: .classOver)
        admission.classes = [:]
        expect(reason(&admission, coded(grant)), is: .unknownClass)
    }

    @Test("LIVE-80: a client that guesses codes must wait, other clients do not, and mistyped codes do not count")
    func guessing() throws {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600)
        let mistyped = JoinRequest(.code("2345-6789-ACEG", resume: nil), name: "Li")
        for _ in 0..<50 { expect(reason(&admission, mistyped), is: .malformedCode) }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<AttemptLimiter.limit {
            let wrong = JoinRequest(.code(JoinCode.random(using: &random).shown, resume: nil), name: "Li")
            expect(reason(&admission, wrong), is: .wrongCode)
        }
        // The right code is also refused, because accepting it would reveal that it is right.
        expect(reason(&admission, coded(grant)), is: .tooManyTries)
        #expect(throws: JoinError(.tooManyTries, retryAfter: 50)) {
            try admission.preview(grant.code.shown, from: "1.2.3.4", at: Self.now + 10)
        }
        expect(JoinError(.tooManyTries).kind, is: .areYouRobot)
        expect(reason(&admission, coded(grant), from: "1.2.3.5"), is: nil)
        expect(reason(&admission, coded(grant), at: Self.now + 61), is: nil)
    }

    @Test func aThousandPeopleBehindOneAddressEnter() {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600)
        var jids: Set<String> = []
        for number in 0..<1000 {
            guard let ticket = try? admission.admit(coded(grant, name: "\(number)"), from: "1.2.3.4", at: Self.now)
            else {
                continue
            }
            jids.insert(ticket.jid)
        }
        expect(jids.count, is: 1000)
    }

    @Test func classNamesMustBeValidRoomNames() {
        #expect(OfferedClass(name: "algebra-1_b.2", title: "") != nil)
        for name in ["", "Algebra", "a b", "a@b", "a/b", "代", String(repeating: "a", count: 65)] {
            expect(OfferedClass(name: name, title: ""), is: nil)
        }
    }
}
