package import Classes
// ClassFilm: a live class with scripted people, who act over real connections. Used to try out a class alone, and to
// measure.
//
// Must not know: screens, the player, the keeper.
//
// Begin with: `ClassFilm`, `FilmRun`.
package import Encoding
import PlayCore

/// A script: JSON lines. The first has the cast, the others the actions with their times.
///
///     {"cast":[{"id":"wang","name":"Ms. Wang","role":"teacher"},{"id":"li","name":"Li Lei","role":"student"}],"seconds":60}
///     {"at":1,"who":"wang","wish":{"name":"start","value":true}}
///     {"at":2.5,"who":"li","say":"Good morning!"}
///
/// In a wish, `@li` alone or before a slash is replaced by that person's ID in the class.
package struct ClassFilm: Sendable, Equatable {
    package struct Role: Sendable, Equatable, Codable {
        package let id: String
        package let name: String
        package let role: ClassUser.Role
    }

    package struct Line: Sendable, Equatable {
        package enum Deed: Sendable, Equatable {
            case enter, leave
            case say(String)
            case emoticon(String)
            /// Contains the script's IDs of people.
            case wish(JSONValue)
        }

        /// Milliseconds since the start of the film.
        package let at: Int64
        package let who: String
        package let deed: Deed
    }

    package let cast: [Role]
    package let lines: [Line]
    /// In milliseconds. The film may be repeated after this time.
    package let duration: Int64

    private static let limits = (cast: 500, lines: 100_000)

    package init(_ bytes: [UInt8]) throws(ClassFilmError) {
        var number = 0
        var header: Header?
        var lines: [Line] = []
        for text in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if text.allSatisfy({ $0 <= 0x20 }) { continue }
            guard let json = try? JSONValue(document: Array(text)) else {
                throw ClassFilmError(line: number, tr("this is not JSON"))
            }
            if let header {
                lines.append(try Self.line(json, header.cast, number))
                if lines.count > Self.limits.lines { throw ClassFilmError(line: number, tr("the script is too long")) }
            } else {
                header = try Self.header(json, number)
            }
        }
        guard let header else { throw ClassFilmError(line: 1, tr("the script names no cast")) }
        cast = header.cast
        self.lines = lines.sorted { $0.at < $1.at }
        duration = max(Int64(header.seconds * 1000), (self.lines.last?.at ?? 0) + 1)
    }

    private struct Header: Codable {
        let cast: [Role]
        let seconds: Double
    }

    private static func header(_ json: JSONValue, _ number: Int) throws(ClassFilmError) -> Header {
        guard let header = try? json.decoded(as: Header.self), !header.cast.isEmpty,
            header.cast.count <= limits.cast, (1...86_400).contains(header.seconds)
        else { throw ClassFilmError(line: number, tr("the script names no cast")) }
        return header
    }

    private static func line(_ json: JSONValue, _ cast: [Role], _ number: Int) throws(ClassFilmError) -> Line {
        guard let at = json["at"]?.number, (0...86_400).contains(at) else {
            throw ClassFilmError(line: number, tr("“at” is not a time in seconds"))
        }
        guard let who = json["who"]?.text, cast.contains(where: { $0.id == who }) else {
            throw ClassFilmError(line: number, tr("“who” names no member of the cast"))
        }
        guard let deed = deed(json) else {
            throw ClassFilmError(line: number, tr("nothing to do: give say, emoticon, wish, enter or leave"))
        }
        return Line(at: Int64(at * 1000), who: who, deed: deed)
    }

    private static func deed(_ json: JSONValue) -> Line.Deed? {
        if let text = json["say"]?.text { return .say(text) }
        if let key = json["emoticon"]?.text { return .emoticon(key) }
        if let wish = json["wish"], wish["name"]?.text != nil { return .wish(wish) }
        if json["enter"]?.flag == true { return .enter }
        return json["leave"]?.flag == true ? .leave : nil
    }
}

package struct ClassFilmError: Error, Sendable, Equatable {
    package let line: Int
    package let words: String

    init(line: Int, _ words: String) {
        self.line = line
        self.words = words
    }
}

extension JSONValue {
    func casting(_ ids: [String: String]) -> JSONValue {
        switch self {
        case .string(let text) where text.hasPrefix("@"):
            let name = text.dropFirst().prefix { $0 != "/" }
            guard let id = ids[String(name)] else { return self }
            return .string(id + text.dropFirst(1 + name.count))
        case .list(let values): return .list(values.map { $0.casting(ids) })
        case .object(let members): return .object(members.map { Member($0.name, $0.value.casting(ids)) })
        default: return self
        }
    }
}
