import ClassroomHarness
import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@Suite("tvplay-keeper up where Prosody is missing", .serialized)
struct KeeperInstallationTests {
    /// Its own `PATH` has a script as apt-get, which records its arguments.
    private final class Machine {
        let folder: URL
        let terminal: PseudoTerminal

        /// - Parameter apt: shell commands of the script, with the folder of programs as `$bin`.
        init(_ apt: String) throws {
            folder = try BuiltProgram.temporaryFolder()
            terminal = try PseudoTerminal(columns: 120, rows: 24)
            let bin = folder.path + "/bin"
            try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: false)
            for (name, script) in [
                ("apt-get", "bin='\(bin)'\necho \"apt-get $*\" >>\"$bin/../asked\"\n" + apt),
                ("env", "exec /usr/bin/env \"$@\"\n"), ("sudo", "exec \"$@\"\n"),
                ("openssl", "exec /usr/bin/openssl \"$@\"\n"),
            ] { try BuiltProgram.writeScript(script, to: bin + "/" + name) }
            let libraries = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
            try terminal.spawn(
                RunningKeeper.program, ["up", "--dir", folder.path + "/classes"],
                environment: ["LC_ALL=C.UTF-8", "PATH=" + bin, "LD_LIBRARY_PATH=" + libraries])
        }

        deinit {
            if terminal.exit == nil { terminal.signal(SIGKILL) }
            BuiltProgram.remove(folder)
        }

        var output: String { String(decoding: terminal.output, as: UTF8.self) }

        var asked: [String] {
            let text = try? String(contentsOf: folder.appendingPathComponent("asked"), encoding: .utf8)
            return text?.split(separator: "\n").map(String.init) ?? []
        }

        func answer(_ text: String) {
            let isAsked = terminal.wait { [self] _ in output.contains("Install prosody now? [y/N]") }
            #expect(isAsked, "\(output)")
            terminal.type(text)
        }
    }

    private static let install = "apt-get install -y --no-install-recommends prosody openssl"

    @Test(
        "the answer yes installs Prosody, after updating the package lists if necessary, and starts the class",
        .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
    func agreed() throws {
        let machine = try Machine(
            """
            if [ "$1" = update ]; then : >"$bin/updated"; exit 0; fi
            [ -e "$bin/updated" ] || exit 100
            { echo '#!/bin/sh'; echo 'exec /usr/bin/env PATH=/usr/bin:/bin prosody "$@"'; } >"$bin/prosody"
            /bin/chmod 755 "$bin/prosody"
            """)
        machine.answer("y\n")
        let isReady = machine.terminal.wait { _ in machine.output.contains("Ready.") }
        #expect(isReady, "\(machine.output)")
        expect(machine.asked, is: [Self.install, "apt-get update", Self.install])
        machine.terminal.signal(SIGTERM)
        expect(machine.terminal.waitForExit()?.status, is: 0)
    }

    @Test(
        "the answer no, an empty line, the end of input and Ctrl+C print the command and install nothing",
        arguments: ["n\n", "\n", "\u{4}", "\u{3}"])
    func refused(answer: String) throws {
        let machine = try Machine("")
        machine.answer(answer)
        expect(machine.terminal.waitForExit()?.status, is: 1)
        #expect(machine.asked.isEmpty)
        #expect(machine.output.contains("apt-get install prosody"))
    }

    @Test("a failure of apt-get is reported")
    func failed() throws {
        let machine = try Machine("exit 100\n")
        machine.answer("yes\n")
        expect(machine.terminal.waitForExit()?.status, is: 1)
        #expect(machine.output.contains("apt-get could not install Prosody"))
        expect(machine.asked, is: [Self.install, "apt-get update"])
    }
}
