import Classes
import Encoding
import Foundation
import TestSupport
import Testing

@testable import ClassAccess

extension ClassAdmissionTests {
    // MARK: Names of people

    @Test(
        "names are trimmed and bounded and have no control characters",
        arguments: [
            ("  Li   Si ", "Li Si"), ("Li\u{1B}[2J", "Li[2J"), ("a\u{202E}b", "ab"), ("a\nb", "a b"), ("四", "四"),
            (String(repeating: "四", count: 64), String(repeating: "四", count: 64)), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ])
    func names(text: String, name: String) throws { try expect(JoinRules.name(text), is: name) }

    @Test(arguments: ["", "  ", "\u{200B}", "\u{200D}\u{FE0F}", "\u{1B}", "\u{A0}", "\u{3000}"])
    func blankAndInvisibleNamesAreRefused(text: String) {
        #expect(throws: JoinError(.nameMissing)) { try JoinRules.name(text) }
    }

    @Test func longNamesAreRefused() {
        for text in [String(repeating: "a", count: 65), String(repeating: "a", count: 100_000)] {
            #expect(throws: JoinError(.nameTooLong)) { try JoinRules.name(text) }
        }
    }

    @Test func avatarsMustBeWebAddresses() throws {
        #expect(try JoinRules.avatar("https://tv.test/a b.png") == "https://tv.test/a%20b.png")
        try expect(JoinRules.avatar(nil), is: nil)
        for text in [
            "/etc/passwd", "file:///etc/passwd", "ftp://a/b", "https://a:b@c/", "javascript:1", "https://a/\n",
        ] {
            #expect(throws: JoinError(.malformedAvatar)) { try JoinRules.avatar(text) }
        }
        #expect(throws: JoinError(.malformedAvatar)) {
            try JoinRules.avatar("https://a/" + String(repeating: "b", count: 3000))
        }
    }

    @Test func ticketsHoldOnlyShortNamesWithoutControlCharacters() throws {
        var admission = Self.admission()
        let grant = admission.makeCode(room: "algebra", role: .student, expires: Self.now + 600)
        var random = SeededGenerator(seed: 9)
        for _ in 0..<5000 {
            let name = RandomText.make(using: &random, length: 0...100)
            guard let ticket = try? admission.admit(coded(grant, name: name), from: "1.2.3.4", at: Self.now) else {
                continue
            }
            let shown = ticket.user.name
            #expect((1...64).contains(shown.count))
            #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        }
    }

    // MARK: People who have signed in

    @Test("the code of a person who has signed in admits this person once, under the service's name")
    func signedIn() throws {
        var admission = Self.admission()
        admission.classes["botany"] = OfferedClass(name: "botany", title: "Botany")
        func code(_ subject: String = "17", at issuer: String = "https://id.test", room: String = "algebra") throws
            -> CodeGrant
        {
            try admission.makeCode(
                for: subject, at: issuer, names: ["\u{1B}[2J", "Li\u{7}\n四"], room: room, role: .teacher, at: Self.now)
        }
        func join(_ grant: CodeGrant, resume: String? = nil) throws -> ClassTicket {
            try admission.admit(
                JoinRequest(.code(grant.code.text, resume: resume), name: "Another"), from: "1.2.3.4", at: Self.now)
        }
        let first = try code()
        let ticket = try join(first)
        #expect(ticket.user.name == "[2J" && ticket.user.role == .teacher)
        #expect(throws: JoinError(.codeUsedUp)) { try join(first) }
        try expect(join(first, resume: ticket.resume).user, is: ticket.user)
        // The same account is the same person, in each class and with each sign-in.
        try expect(join(code()).user.id, is: ticket.user.id)
        try expect(join(code(room: "botany")).user.id, is: ticket.user.id)
        try #expect(join(code("18")).user.id != ticket.user.id)
        try #expect(join(code(at: "https://other.test")).user.id != ticket.user.id)
        #expect(!ticket.user.id.contains("17"))
        expect(CodeGrant(code: first.code.text, json: first.json), is: first)
        admission.classes["algebra"]?.excluded = [ticket.user.id]
        #expect(throws: JoinError(.excluded)) { try code() }
        #expect(throws: JoinError(.unknownClass)) { try code(room: "history") }
    }

    @Test("a person without a usable name gets the beginning of the id, and a long name is shortened")
    func namesOfAccounts() throws {
        var admission = Self.admission()
        func name(_ names: [String]) throws -> String? {
            try admission.makeCode(
                for: "17", at: "https://id.test", names: names, room: "algebra", role: .student, at: Self.now
            ).person?.name
        }
        try expect(name(["", "\u{200D}"])?.count, is: 7)
        try expect(name(["\n", "li"]), is: "li")
        try expect(name([String(repeating: "x", count: 5000)]), is: String(repeating: "x", count: 64))
    }
}
