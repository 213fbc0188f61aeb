import ClassRules
import ClassWire
import Classes
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import ClassKeeper

@Suite struct ClassFilmTests {
    private let cast =
        #"{"cast":[{"id":"w","name":"Ms. Wang","role":"teacher"},{"id":"l","name":"Li","role":"student"}],"seconds":9}"#

    private func film(_ lines: String...) throws -> ClassFilm {
        try ClassFilm(Array(([cast] + lines).joined(separator: "\n").utf8))
    }

    private func words(_ lines: String...) -> String {
        do throws(ClassFilmError) {
            _ = try ClassFilm(Array(lines.joined(separator: "\n").utf8))
            return "no error"
        } catch {
            return "\(error.line): \(error.words)"
        }
    }

    @Test("a script's lines are sorted by time, and its duration is the stated one")
    func script() throws {
        let film = try film(
            #"{"at":2.5,"who":"l","say":"hello"}"#, "", #"{"at":1,"who":"w","wish":{"name":"start","value":true}}"#,
            #"{"at":3,"who":"l","leave":true}"#)
        expect(film.lines.map(\.at), is: [1000, 2500, 3000])
        expect(film.lines.map(\.who), is: ["w", "l", "l"])
        #expect(film.lines[1].deed == .say("hello") && film.lines[2].deed == .leave)
        expect(film.duration, is: 9000)
    }

    @Test("errors in a script are reported with the line number")
    func faults() {
        expect(words(""), is: "1: the script names no cast")
        expect(words(cast, "{"), is: "2: this is not JSON")
        expect(words(cast, #"{"at":"x","who":"w","say":"a"}"#), is: "2: “at” is not a time in seconds")
        expect(words(cast, "", #"{"at":1,"who":"q","say":"a"}"#), is: "3: “who” names no member of the cast")
        expect(words(cast, #"{"at":1,"who":"w"}"#), is: "2: nothing to do: give say, emoticon, wish, enter or leave")
    }

    @Test("a script's names are replaced by the class's IDs, alone and before a slash")
    func casting() throws {
        let json = try JSONValue(document: Array(#"{"a":"@l","b":["@l/s1","x@l"],"c":"@q"}"#.utf8))
        let cast = json.casting(["l": "17"])
        expect(String(decoding: cast.bytes, as: UTF8.self), is: #"{"a":"17","b":["17/s1","x@l"],"c":"@q"}"#)
    }

    @Test("the demonstration has a teacher and eleven students, and the class's rules fulfil all of its wishes")
    func demonstration() throws {
        let data = try Data(contentsOf: Checkout.folder.appendingPathComponent("Assets/demo/live-class.jsonl"))
        let film = try ClassFilm(Array(data))
        #expect(film.cast.filter { $0.role == .teacher }.count == 1 && film.cast.count == 12)
        let ids = Dictionary(uniqueKeysWithValues: film.cast.map { ($0.id, "id-" + $0.id) })
        var machine = ClassMachine()
        for role in film.cast {
            _ = machine.enter(ClassUser(id: "id-" + role.id, name: role.name, role: role.role), at: 0)
        }
        for line in film.lines {
            guard case .wish(let json) = line.deed else { continue }
            let wish = try #require(ClassWish(json: json.casting(ids)), "\(json)")
            #expect(throws: Never.self, "\(line.who) at \(line.at)") {
                _ = try machine.handle(wish, by: "id-" + line.who, at: line.at)
            }
        }
    }
}
