import Foundation
import PlayCore
import Processes
import TestSupport
import Testing

@testable import Kiosk

@Suite("Texts that a kiosk writes and reads") struct KioskTextTests {
    @Test("The sshd section forbids forwarding and names the command, quoted for the shell")
    func section() {
        let text = SSHDSection.text(
            account: "tv", command: ["/usr/bin/tvplay", "kiosk", "--library=/srv/it's; films"], endsUnused: true)
        #expect(text.hasPrefix("Match User tv\n"))
        #expect(text.contains("ForceCommand /usr/bin/tvplay kiosk '--library=/srv/it'\\''s; films'\n"))
        for line in ["DisableForwarding yes", "ExposeAuthInfo yes", "PermitUserRC no", "PermitTunnel no"] {
            #expect(text.contains("    \(line)\n"))
        }
        #expect(text.hasSuffix("    UnusedConnectionTimeout 1m\n"))
        let old = SSHDSection.text(account: "tv", command: ["tvplay"], endsUnused: false)
        #expect(old.hasSuffix("    # From OpenSSH 9.2 on: UnusedConnectionTimeout 1m\n"))
    }

    @Test("Rights that sshd leaves to viewers are reported, and the printed configuration leaves none")
    func openings() {
        let closed = """
            forcecommand /usr/bin/tvplay kiosk --library=/srv/films
            exposeauthinfo yes
            disableforwarding yes
            permituserrc no
            permituserenvironment no
            permittunnel no
            acceptenv LANG
            acceptenv LC_*
            clientaliveinterval 15
            unusedconnectiontimeout 60
            """
        #expect(SSHDSection.openings(in: closed).isEmpty)
        for (line, other, setting) in [
            ("forcecommand /usr/bin/tvplay kiosk --library=/srv/films", "forcecommand none", "ForceCommand"),
            ("disableforwarding yes", "disableforwarding no", "DisableForwarding"),
            ("exposeauthinfo yes", "exposeauthinfo no", "ExposeAuthInfo"),
            ("permituserenvironment no", "permituserenvironment yes", "PermitUserEnvironment"),
            ("acceptenv LANG", "acceptenv LD_*", "AcceptEnv"),
            ("clientaliveinterval 15", "clientaliveinterval 0", "ClientAliveInterval"),
            ("unusedconnectiontimeout 60", "unusedconnectiontimeout none", "UnusedConnectionTimeout"),
        ] {
            let found = SSHDSection.openings(in: closed.replacingOccurrences(of: line, with: other))
            expect(found.map(\.setting), is: [setting])
        }
        expect(SSHDSection.openings(in: "").count, is: 6)
        #expect(SSHDSection.canEndUnused(closed) && !SSHDSection.canEndUnused("clientaliveinterval 15"))
    }

    @Test("Only well-formed languages and terminals are accepted from the environment")
    func environment() {
        for (name, value) in [
            ("TERM", "xterm-256color"), ("LANG", "zh_CN.UTF-8"), ("LC_ALL", "de_DE@euro"), ("COLORTERM", "truecolor"),
            ("SSH_CONNECTION", "2001:db8::1 5000 192.0.2.1 22"),
        ] { expect(KioskEnvironment.accepted(name, value), is: value) }
        for (name, value) in [
            ("TERM", "../../etc/passwd"), ("LANG", ""), ("LC_ALL", "a/b"), ("LC_MESSAGES", "..a"), ("TERM", "x\u{1B}["),
            ("LANG", String(repeating: "a", count: 200)), ("LD_PRELOAD", "x.so"), ("PATH", "/bin"), ("HOME", "/root"),
            ("TVPLAY_HOME", "/etc"), ("TERMINFO", "/etc"), ("SSH_ORIGINAL_COMMAND", "sh"), ("SSH_USER_AUTH", "/etc/x"),
        ] { expect(KioskEnvironment.accepted(name, value), is: nil, "\(name)=\(value)") }
    }

    @Test("Metrics are Prometheus text, replaced as a whole; totals survive, and invalid totals count from 0")
    func metrics() throws {
        var totals = KioskMetrics.Totals(text: "entered 7\nfull 2\naddress x\nmore 9\nentered\n")
        expect(totals.entered, is: 7)
        expect(totals.refused, is: [.full: 2])
        totals.refused[.address] = 1
        expect(KioskMetrics.Totals(text: totals.text), is: totals)
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/kiosk.prom"
        try KioskMetrics(sessions: 3, most: 40, viewers: 12, totals: totals).write(to: path)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("# TYPE tvplay_kiosk_sessions gauge\ntvplay_kiosk_sessions 3\n"))
        #expect(text.contains("tvplay_kiosk_refused_total{reason=\"address\"} 1\n"))
        try expect(FileManager.default.contentsOfDirectory(atPath: folder.path), is: ["kiosk.prom"])
    }

    @Test("The log has a bounded line for each event, and names of viewers and files cannot forge one")
    func log() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let path = folder.path + "/watch.log"
        let log = try WatchLog(path, viewer: .nickname("An\"na\n\u{1B}[2J"), address: "192.0.2.1")
        log.write(.entered)
        log.write(.watched("/srv/films/a\nviewer=\"root\" \"b\\.mkv"))
        for _ in 0..<5000 { log.write(.left) }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        expect(lines.count, is: 2000)
        #expect(lines.allSatisfy { $0.contains("Z viewer=\"name:An\\\"na") && !$0.contains("\u{1B}") })
        #expect(lines[0].hasSuffix("address=\"192.0.2.1\" event=enter"))
        #expect(lines[1].hasSuffix("event=watch item=\"/srv/films/a viewer=\\\"root\\\" \\\"b\\\\.mkv\""))
    }

    @Test("A kiosk allows viewers nothing beyond watching, except addresses if servers are listed")
    func rules() {
        let closed = KioskRules(library: ["/srv/films"], servers: nil)
        let open = KioskRules(library: ["/srv/films"], servers: ServerBounds("films.example.org"))
        for part in KioskRules.Part.allCases {
            #expect(KioskRules.none.allows(part))
            #expect(!closed.allows(part))
            expect(open.allows(part), is: (part == .addresses))
        }
        #expect(closed.servers == nil && open.servers == ServerBounds("films.example.org"))
        let walls = closed.walls(
            viewer: "/state/anna", program: ["/usr/share/tvplay"], terminal: ["/dev/pts/1"], memory: 1)
        expect(walls.sockets, is: .none)
        expect(walls.places.filter { $0.access == .write }.map(\.path), is: ["/state/anna"])
        #expect(!walls.places.contains { ["/", "/etc", "/home", "/proc", "/tmp", "/usr", "/dev"].contains($0.path) })
        let wider = open.walls(viewer: "/state/anna", program: [], terminal: [], memory: 1)
        expect(wider.sockets, is: .servers)
        #expect(wider.places.contains { $0.path == "/etc/resolv.conf" })
    }
}
