import CPlatform
package import Foundation
import Glibc
import Processes

/// Kills every process that this test process has started, and removes its temporary folders, when it ends, even by
/// SIGKILL.
///
/// A shell waits for the end of a pipe whose writing end is open in this process alone. Then it kills each process
/// whose command line or environment contains ``mark``. The names of temporary folders contain the mark, and so do the
/// command lines of most servers and `HOME` of most programs. ``variable`` adds it to the environment of all other
/// programs.
package enum Lifeline {
    package static let variable = "TVPLAY_TEST_PROCESS"

    /// The unique prefix of this process's temporary folders.
    package static let mark: String = {
        let mark = "tvplay-test-" + UUID().uuidString.prefix(8)
        watch(mark)
        return mark
    }()

    private static let script = """
        cat >/dev/null
        # A process that is killed may have just started another one.
        for round in 1 2 3 4 5 6 7 8 9 10; do
            found=
            for id in $(grep -lasF -e "$0" /proc/[0-9]*/cmdline /proc/[0-9]*/environ | cut -d/ -f3 | sort -u); do
                if [ "$id" != $$ ] && kill -9 "$id" 2>/dev/null; then found=1; fi
            done
            [ "$found" ] || break
        done
        rm -rf "$1/$0-"*
        """

    private static func watch(_ mark: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { fatalError("no pipe: \(errno)") }
        var launch = ProgramLaunch(["/bin/sh", "-c", script, mark, FileManager.default.temporaryDirectory.path])
        launch.input = .descriptor(ends[0])
        // Signals from the terminal end the tests, but not the shell that cleans up after them.
        launch.place = .ownSession
        do {
            _ = try launch.start()
        } catch {
            fatalError("no shell: \(error)")
        }
        // The writing end stays open until this process ends.
        close(ends[0])
    }
}

extension Process {
    package func runMarked() throws {
        let base = environment ?? ProcessInfo.processInfo.environment
        environment = base.merging([Lifeline.variable: Lifeline.mark]) { $1 }
        try run()
    }
}
