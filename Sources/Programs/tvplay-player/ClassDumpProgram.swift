import Access
import Cells
import ClassPlayback
import Classes
import Glibc
import ListPlayer
import Options
import PlayCore
import Playlists
import TUI

/// `tvplay class --dump`: the events of a room as lines of JSON, in the order of their times (docs/room-package.md).
enum ClassDumpProgram {
    /// - Returns: success, or 2 if the room could not be read or has no events.
    static func run(_ parsed: ParsedOptions, _ access: SourceAccess) throws(StartError) -> ExitCode {
        if let entry = try PlayerSetUp.liveEntry(parsed) {
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
            PlayerProgram.writeError("tvplay: " + error.playError.lastWords + "\n")
            return .playFailed
        }
        for problem in contents.problems { PlayerProgram.writeError("tvplay: " + problem + "\n") }
        let lines = contents.dump
        guard !lines.isEmpty else {
            let name = SafeText.clean(AddressText.shown(item.path), limit: 200)
            PlayerProgram.writeError("tvplay: " + tr("%1: no class events found", name) + "\n")
            return .playFailed
        }
        return write(lines) ? .success : .startFailed
    }

    /// - Returns: `false` if standard output is closed.
    static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(1, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
