import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite("Command lines of SSH")
struct SecureShellTests {
    @Test(
        "A shell gets each word as it is", arguments: ["", "film.mkv", "it's", "a b", "$(reboot)", "\n;`x`", "--", "'"])
    func quoting(_ word: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", ShellWords.script("printf %s " + ShellWords.quoted(word))]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        expect(String(decoding: output, as: UTF8.self), is: word)
    }

    @Test("The answer of the other machine is found among other output of its shell")
    func answer() throws {
        let process = Process()
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("tvplay-home-\(UUID())")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
        let question = RemoteMachine.question(folder: "a/b", program: "sh", places: [])
        process.arguments = ["-c", "echo Welcome; " + ShellWords.script(question)]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let machine = try #require(RemoteMachine(answer: String(decoding: output, as: UTF8.self)))
        #expect(machine.folder.hasSuffix("/a/b"))
        expect(machine.program?.hasSuffix("sh"), is: true)
        let mode = try FileManager.default.attributesOfItem(atPath: machine.folder)[.posixPermissions] as? Int
        expect(mode, is: 0o700)
        expect(RemoteMachine(answer: "tvplay-ssh:folder=relative\n"), is: nil)
        expect(RemoteMachine(answer: ""), is: nil)
    }

    @Test("Programs are copied only to machines that can run them")
    func obstacles() {
        func machine(_ architecture: String, _ library: String) -> RemoteMachine {
            RemoteMachine(folder: "/a", program: nil, architecture: architecture, library: library)
        }
        expect(machine("x86_64", "glibc 2.36").obstacle("x86_64", library: "glibc 2.36"), is: nil)
        expect(machine("x86_64", "glibc 2.41").obstacle("x86_64", library: "glibc 2.36"), is: nil)
        #expect(machine("x86_64", "glibc 2.9").obstacle("x86_64", library: "glibc 2.36") != nil)
        #expect(machine("aarch64", "glibc 2.36").obstacle("x86_64", library: "glibc 2.36") != nil)
        #expect(machine("x86_64", "").obstacle("x86_64", library: "glibc 2.36") != nil)
    }

    @Test("The host is never read as an option, and the user's options come after ours")
    func lines() {
        let lines = SSHLines(host: "-oProxyCommand=x", options: ["-p2222"], control: "/tmp/c")
        expect(
            lines.session("ls"),
            is: [
                "ssh", "-o", "ControlPath=/tmp/c", "-t", "-p2222", "-o", "LogLevel=ERROR", "--", "-oProxyCommand=x",
                "ls",
            ])
        #expect(lines.forward("/there", to: "/here").contains("/there:/here"))
    }
}
