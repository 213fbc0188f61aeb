import Access
import Cells
import ClassPlayback
import Classes
import Glibc
import ListPlayer
import LiveClasses
import Options
import PlayCore
import Playlists
import TUI

/// `tvplay class --dump`: the events of a room as lines of JSON, in the order of their times (docs/room-package.md).
enum ClassDumpProgram {
    /// - Returns: success, or 2 if the room could not be read or has no events.
    static func run(_ parsed: ParsedOptions, _ access: SourceAccess) throws(StartError) -> ExitCode {
        if let entry = try LiveEntry(parsed) {
            var program = LiveDumpProgram(access)
            return program.run(entry)
        }
        guard let item = parsed.items.first else { return .startFailed }
        var options = ClassOptions()
        options.setAccess(item.options.services)
        access.show(options, toServerOf: item.path)
        let contents: ClassContents
        do throws(ClassReadError) {
            contents = try ClassSource(item.path, access: access).contents(
                item.options.rooms.version, cancel: CancelToken())
        } catch {
            error.playError.log()
            report(error.playError.lastWords)
            return .playFailed
        }
        for problem in contents.problems { report(problem) }
        let lines = contents.dump
        guard !lines.isEmpty else {
            let name = SafeText.clean(AddressText.shown(item.path), limit: 200)
            report(tr("%1: no class events found", name))
            return .playFailed
        }
        return write(lines) ? .success : .startFailed
    }

    static func write(_ bytes: [UInt8]) -> Bool { WholeFile.write(bytes, to: STDOUT_FILENO) == 0 }

    static func report(_ text: String) {
        _ = WholeFile.write(Array(ByteText.shown("tvplay: " + text + "\n").utf8), to: STDERR_FILENO)
    }
}
