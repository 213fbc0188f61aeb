import ClassroomHarness
import Foundation
import Processes
import TestSupport
import Testing

@Suite("tvplay-keeper as a service")
struct KeeperServiceTests {
    /// Runs a keeper whose unit expects a watchdog message every tenth of a second.
    private func serve(
        _ variables: [String: String] = [:], isFull: Bool = false, _ body: (NotifySocket) throws -> Void
    ) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let manager = try NotifySocket(folder.path + "/notify")
        if isFull { try manager.fill() }
        try Data("component=a\ntoken=b\n".utf8).write(to: folder.appendingPathComponent("tvplay_secrets"))
        let unit = [
            "NOTIFY_SOCKET": folder.path + "/notify", "WATCHDOG_USEC": "100000", "CREDENTIALS_DIRECTORY": folder.path,
        ]
        let running = try RunningKeeper(
            folder, command: "run", ["--xmpp", "127.0.0.1:1"], variables: unit.merging(variables) { $1 },
            sign: RunningKeeper.sign)
        try running.text()
        try body(manager)
        running.end()
        expect(running.process.end, is: .code(0))
        if !isFull { #expect(manager.hears("STOPPING=1")) }
    }

    @Test(
        "the service reports its readiness, activity and end, and reads its secrets from the unit's credentials"
    )
    func service() throws {
        try serve { manager in
            #expect(manager.hears("READY=1"))
            #expect(manager.hears("WATCHDOG=1", times: 3))
            expect(manager.heard.count(where: { $0 == "READY=1" }), is: 1)
        }
    }

    @Test("a service whose messages systemd does not read still works and ends")
    func fullSocket() throws {
        try serve(isFull: true) { expect($0.heard, is: []) }
    }

    @Test("run: without --port the keeper answers where it answered before")
    func samePort() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let secrets = folder.appendingPathComponent("secrets")
        try Data("component=a\ntoken=b\n".utf8).write(to: secrets)
        let texts = try (0..<2).map { _ in
            let running = try RunningKeeper(
                folder, command: "run", ["--xmpp", "127.0.0.1:1", "--secrets", secrets.path], sign: RunningKeeper.sign)
            defer { running.end() }
            return try running.text()
        }
        expect(texts[0], is: texts[1])
    }

    @Test("a watchdog meant for another process receives no messages")
    func othersWatchdog() throws {
        var found: NotifySocket?
        try serve(["WATCHDOG_PID": "1"]) { found = $0 }
        expect(found?.heard.contains("WATCHDOG=1"), is: false)
    }
}
