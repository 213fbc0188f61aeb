import Addresses
import ClassAccess
import ClassKeeper
import Classes
import Glibc
import Options
import PlayCore
import Transport

/// `film`, also for `up --demo`: scripted people attend a class.
struct FilmCommand {
    private let line: KeeperCommandLine
    private let watch: KeeperWatch

    init(_ line: KeeperCommandLine, _ signals: Int32) {
        self.line = line
        watch = KeeperWatch(signals: signals)
    }

    func run() throws(KeeperError) -> Int32 {
        KeeperWatch.openLog(line)
        let cast = try FilmCast(
            Self.film(line.words[0]), teachers: Self.link(line.given("teachers"), "--teachers"),
            students: Self.link(line.given("students"), "--students"), authorityFile: line.given("authority"))
        let end = WakeUp()
        let isRepeated = !line.has("once")
        let thread = WorkerThread(name: "film") {
            cast.play(isRepeated: isRepeated)
            end.signal()
        }
        watch.wait(or: end)
        cast.cancel.cancel()
        thread.join()
        return cast.refusals.withLock { $0 } == 0 ? 0 : 1
    }

    static func film(_ path: String) throws(KeeperError) -> ClassFilm {
        let bytes = try KeeperWatch.bytes(path)
        do throws(ClassFilmError) {
            return try ClassFilm(bytes)
        } catch {
            throw .server(tr("%1, line %2: %3", ByteText.shown(path), "\(error.line)", error.words))
        }
    }

    static func link(_ text: String?, _ option: String) throws(KeeperError) -> JoinLink {
        guard let text else { throw .server(tr("Option %1 is missing.", option)) }
        guard let link = Address(text).flatMap({ JoinLink($0) }) else {
            throw .server(tr("%1 is no join link.", ByteText.shown(text)))
        }
        return link
    }
}

/// Performs a film over real connections. `play` blocks; any thread may call the other functions.
final class FilmCast: Sendable {
    let cancel = CancelToken()
    let refusals = Monitor(0)
    private let film: ClassFilm
    private let links: FilmRun.Links
    private let authorityFile: String?
    private let client: HTTPClient

    init(
        _ film: ClassFilm, teachers: JoinLink, students: JoinLink, authorityFile: String?
    ) throws(KeeperError) {
        var settings = HTTPSettings(userAgent: "tvplay-keeper/\(ProgramVersion.number)")
        settings.caFile = authorityFile
        guard let client = HTTPClient(settings) else { throw .server(tr("libcurl is not installed")) }
        self.client = client
        self.film = film
        links = FilmRun.Links(teacher: teachers, others: students)
        self.authorityFile = authorityFile
    }

    func play(isRepeated: Bool) {
        var run = FilmRun(film) { [self] words in report(words) }
        do throws(JoinError) {
            try run.enter(
                links, by: JoinClient(client, trustOption: "--authority"), authorityFile: authorityFile, cancel: cancel)
        } catch {
            if !cancel.isCancelled { report(error.message) }
            return
        }
        let isPlayed = run.play(isRepeated: isRepeated, cancel: cancel)
        // Outside of the lock, which each report acquires.
        if !isPlayed, !cancel.isCancelled { refusals.withLock { $0 += 1 } }
    }

    private func report(_ words: String) {
        refusals.withLock { $0 += 1 }
        Output.warn(ByteText.shown(words) + "\n")
    }
}
