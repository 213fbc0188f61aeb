import Classes
import Encoding
import Glibc
import PlayCore
import Processes

/// People of a class who only listen, in a separate process: `tvplay-keeper film`.
final class SilentCrowd {
    private let folder: TemporaryFolder
    private let child: ChildProcess

    init(_ count: Int, in house: LiveHouse, beside player: String) throws {
        let cast = (0..<count).map { number in
            JSONValue.object([
                "id": .string("s\(number)"), "name": .string("Listener \(number)"), "role": .string("student"),
            ])
        }
        folder = try TemporaryFolder()
        let script = folder.path + "/film.jsonl"
        let bytes = JSONValue.object(["cast": .list(cast), "seconds": .integer(3600)]).bytes + [0x0A]
        guard let file = fopen(script, "w") else { throw BenchError("the script of a crowd cannot be written") }
        defer { fclose(file) }
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw BenchError("the script of a crowd cannot be written")
        }
        fflush(file)
        let link = try house.link(.student)
        let keeper = player.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        var launch = ProgramLaunch(
            BenchChild.words([
                keeper + "/tvplay-keeper", "film", script, "--teachers=" + link, "--students=" + link,
                "--authority=" + house.authorityFile,
            ]))
        launch.errors = .inherited
        launch.place = .ownGroup
        child = try launch.start()
    }

    func close() {
        child.signalGroup(SIGTERM)
        _ = child.wait()
        folder.remove()
    }
}
