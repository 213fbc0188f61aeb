import ClassKeeper
import Classes
import Encoding
import PlayCore

/// People of a class who write one message after the other, each over a separate connection, on one thread.
final class Chatter {
    private let cancel = CancelToken()
    private let thread: WorkerThread

    /// Starts the people; they write once all of them have entered.
    init(people: Int, perSecond: Int, in house: LiveHouse, observer: FilmRun.Observer? = nil) throws {
        let film = try Self.film(people: people, perSecond: perSecond)
        let tickets = try film.cast.map { ($0.id, try house.ticket($0.name, $0.role)) }
        let authorityFile = house.authorityFile
        thread = WorkerThread(name: "film") { [cancel] in
            var run = FilmRun(film) { BenchProgram.writeError("\($0)\n") }
            run.observer = observer
            for (role, ticket) in tickets { run.enter(role, by: ticket, authorityFile: authorityFile) }
            run.play(isRepeated: true, cancel: cancel)
        }
    }

    func close() {
        cancel.cancel()
        thread.join()
    }

    private static func film(people: Int, perSecond: Int) throws -> ClassFilm {
        let cast = (0..<people).map { number in
            JSONValue.object([
                "id": .string("p\(number)"), "name": .string("Person \(number)"),
                "role": .string(number == 0 ? "teacher" : "student"),
            ])
        }
        var lines = [JSONValue.object(["cast": .list(cast), "seconds": .integer(60)])]
        for number in 0..<(60 * perSecond) {
            lines.append(
                .object([
                    "at": .number(Double(number) / Double(perSecond)), "who": .string("p\(number * 7 % people)"),
                    "say": .string("line \(number) of a long lesson about leaves"),
                ]))
        }
        return try ClassFilm(lines.flatMap { $0.bytes + [0x0A] })
    }
}
