import Addresses
import ClassAccess
import LiveClasses
import Options
import TestSupport
import Testing

@testable import ClassScreen

@Suite("Entering a live class from the command line")
struct LiveEntryTests {
    private func entry(
        _ location: String? = nil, asked answers: [String] = [], _ change: (inout JoinWish) -> Void = { _ in }
    ) throws -> LiveEntry? {
        var wish = JoinWish()
        change(&wish)
        var rest = answers[...]
        return try LiveEntry(location, wish, userName: nil) { _ in rest.popFirst() }
    }

    private func signIn(_ room: String?) throws -> LiveEntry.Way {
        .signIn(SignInLink(server: try #require(Address("https://tv.test/")), room: room))
    }

    @Test("a link, a class without a signature, and an empty join code sign in, and ask for no name")
    func accounts() throws {
        let link = try #require(try entry("https://tv.test/s/botany"))
        try expect(link.way, is: signIn("botany"))
        #expect(link.link == "https://tv.test/s/botany" && link.name.isEmpty && link.shownServer == "https://tv.test/")
        func server(_ wish: inout JoinWish) { wish.server = "tv.test" }
        let named = try entry {
            server(&$0)
            $0.room = "botany"
        }
        try expect(named?.way, is: signIn("botany"))
        try expect(entry(asked: [""], server)?.way, is: signIn(nil))
        try expect(entry("xmpp:botany@rooms.tv.test?join", asked: [" "])?.way, is: signIn("botany"))
        try expect(entry(asked: ["https://tv.test/s/botany"])?.way, is: signIn("botany"))
        // Without an answer, for example without a terminal.
        let error = #expect(throws: StartError.self) { try entry(nil, server) }
        expect(error?.message.contains("--code=CODE or --room=NAME"), is: true)
    }

    @Test("codes and signatures are used as before")
    func others() throws {
        let coded = try entry("https://tv.test/c/2345-6789-ACEF", asked: ["Li"])
        #expect(coded?.name == "Li" && coded?.link == "https://tv.test/c/2345-6789-ACEF")
        let signed = try entry(asked: ["Li"]) {
            ($0.server, $0.room, $0.number, $0.sign, $0.expires) = ("tv.test", "botany", "17", "0", 1)
        }
        guard case .server(_, let request)? = signed?.way, case .signature(let signature) = request.proof else {
            Issue.record("\(String(describing: signed?.way))")
            return
        }
        #expect(signature.room == "botany" && signature.number == "17")
        let error = #expect(throws: StartError.self) {
            try entry { ($0.server, $0.room, $0.number) = ("tv.test", "botany", "17") }
        }
        expect(error?.message.contains("--sign"), is: true)
        try expect(entry("film.mkv"), is: nil)
    }
}
