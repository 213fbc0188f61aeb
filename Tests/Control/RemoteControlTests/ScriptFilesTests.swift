import Foundation
import TestSupport
import Testing

@testable import RemoteControl

@Suite struct ScriptFilesTests {
    /// Creates a script at `outer/inner/scripts/run` in a temporary folder.
    private func script(outer: Int = 0o700, scripts: Int = 0o700) throws -> (base: URL, configuration: String) {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-" + UUID().uuidString)
        let folder = base.appendingPathComponent("outer/inner/scripts")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = folder.appendingPathComponent("run").path
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: script))
        let outerFolder = base.appendingPathComponent("outer").path
        for (path, mode) in [(script, 0o700), (folder.path, scripts), (outerFolder, outer)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        return (base, base.appendingPathComponent("outer/inner").path)
    }

    @Test(
        "a script in or below a world-writable folder is refused with a reason, but a sticky folder is accepted",
        arguments: [
            (0o700, 0o700, true), (0o755, 0o755, true), (0o700, 0o777, false), (0o777, 0o700, false),
            (0o1777, 0o700, true), (0o700, 0o1777, true),
        ])
    func folders(outer: Int, scripts: Int, isStarted: Bool) throws {
        let (base, configuration) = try script(outer: outer, scripts: scripts)
        defer { try? FileManager.default.removeItem(at: base) }
        let path = configuration + "/scripts/run"
        for files in [ScriptFiles(inFolders: [configuration]), ScriptFiles(named: [path])] {
            expect(files.paths, is: (isStarted ? [path] : []))
            expect(files.problems.map(\.path), is: (isStarted ? [] : [path]))
            if !isStarted { #expect(files.problems[0].reason.hasPrefix("any user can write to its folder ")) }
        }
    }

    @Test("a group-writable script or folder is accepted only if the group has no other users")
    func groups() throws {
        // Only root can give a file to these groups. The second one belongs to another account.
        for (group, isStarted) in [(gid_t(0), true), (getpwnam("nobody").pointee.pw_gid, false)] {
            for changed in ["/scripts", "/scripts/run"] {
                let (base, configuration) = try script()
                defer { try? FileManager.default.removeItem(at: base) }
                let path = configuration + "/scripts/run"
                guard chown(configuration + changed, geteuid(), group) == 0 else { continue }
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o770], ofItemAtPath: configuration + changed)
                let files = ScriptFiles(named: [path])
                expect(files.paths, is: (isStarted ? [path] : []))
                #expect(files.problems.allSatisfy { $0.reason.hasPrefix("other users of its group ") })
                expect(files.problems.count, is: (isStarted ? 0 : 1))
            }
        }
    }

    @Test("a link from a safe folder to an unsafe one is refused, and so is the reverse")
    func links() throws {
        let (safe, own) = try script()
        let (open, other) = try script(scripts: 0o777)
        defer { for base in [safe, open] { try? FileManager.default.removeItem(at: base) } }
        let (outwards, inwards) = (own + "/scripts/link", other + "/scripts/link")
        try FileManager.default.createSymbolicLink(atPath: outwards, withDestinationPath: other + "/scripts/run")
        try FileManager.default.createSymbolicLink(atPath: inwards, withDestinationPath: own + "/scripts/run")
        expect(ScriptFiles(named: [outwards, inwards]).problems.map(\.path), is: [outwards, inwards])
    }

    @Test(
        "every link on a script's path counts: one in a world-writable folder or of another user is refused"
    )
    func linksOnTheWay() throws {
        let (safe, own) = try script()
        let (open, other) = try script(scripts: 0o777)
        defer { for base in [safe, open] { try? FileManager.default.removeItem(at: base) } }
        let (middle, first) = (other + "/scripts/middle", own + "/first")
        try FileManager.default.createSymbolicLink(atPath: middle, withDestinationPath: own)
        try FileManager.default.createSymbolicLink(atPath: first, withDestinationPath: middle)
        let files = ScriptFiles(named: [first + "/scripts/run"])
        expect(files.problems.first?.reason, is: "any user can write to its folder " + other + "/scripts")
        let relative = own + "/relative"
        try FileManager.default.createSymbolicLink(atPath: relative, withDestinationPath: "../inner/./scripts")
        expect(ScriptFiles(named: [relative + "/run"]).paths, is: [relative + "/run"])
        // Only root can change the owner of a link.
        guard lchown(relative, 65534, 65534) == 0 else { return }
        let reason = "the link " + relative + " belongs to another user"
        expect(ScriptFiles(named: [relative + "/run"]).problems.first?.reason, is: reason)
    }
}
