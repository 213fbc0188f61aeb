import ClassAccess
import Classes
import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing

@testable import ClassKeeper

@Suite(.enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct FilmRunTests {
    @Test("scripted people enter a class, perform their lines, and report refusals")
    func acts() throws {
        let classroom = try LiveClassroom()
        let film = try ClassFilm(Array(Self.script.utf8))
        let (heard, reports) = (Monitor<[String]>([]), Monitor<[String]>([]))
        var run = FilmRun(film) { words in reports.withLock { $0.append(words) } }
        run.observer = FilmRun.Observer(said: { _ in }, heard: { text in heard.withLock { $0.append(text) } })
        for role in film.cast {
            run.enter(
                role.id, by: try classroom.ticket(role.name, role.role),
                authorityFile: classroom.server.configuration.certificatePath)
        }
        run.play(isRepeated: false, cancel: CancelToken())
        let state = try #require(try classroom.working.state(of: LiveClassroom.name)).state
        expect(state.words.notice?.text, is: "read chapter 3")
        expect(state.live.likes.values.max(), is: 1)
        // Both participants hear each line.
        expect(heard.withLock { $0 }.filter { $0 == "good morning" }.count, is: 2)
        expect(reports.withLock { $0 }, is: ["Li: start: Only a teacher can do this"])
    }

    private static let script = """
        {"cast":[{"id":"w","name":"Wang","role":"teacher"},{"id":"l","name":"Li","role":"student"}],"seconds":2}
        {"at":0.1,"who":"w","wish":{"name":"start","value":true}}
        {"at":0.2,"who":"l","wish":{"name":"start","value":true}}
        {"at":0.5,"who":"l","say":"good morning"}
        {"at":0.6,"who":"w","wish":{"name":"notice","value":{"text":"read chapter 3"}}}
        {"at":0.7,"who":"w","wish":{"name":"like","value":"@l"}}
        """
}
