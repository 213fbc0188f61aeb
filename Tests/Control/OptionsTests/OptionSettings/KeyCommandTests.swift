import DownloadModel
import Downloads
import Foundation
import Options
import PlayCore
import TestSupport
import Testing

@testable import OptionSettings

/// Tests of ADV-75 with real programs.
struct KeyCommandTests {
    /// A shell script in a temporary folder that counts its runs.
    private final class Script {
        let folder: URL
        var path: String { folder.path + "/key" }

        init(_ text: String) throws {
            folder = try BuiltProgram.temporaryFolder()
            try BuiltProgram.writeScript("echo x >> \(folder.path)/runs\n" + text + "\n", to: path)
        }

        deinit { BuiltProgram.remove(folder) }

        var runs: Int { (FileManager.default.contents(atPath: folder.path + "/runs")?.count ?? 0) / 2 }

        func source(_ arguments: String = "") -> SecureKeySource {
            var options = DownloadOptions()
            options.key = .command(path + arguments)
            return SecureKeySource(options.keyPlace(standard: nil))
        }
    }

    private static let digits = String(repeating: "ab", count: 32)

    private func problem(_ source: SecureKeySource) -> DownloadProblem? {
        do throws(DownloadProblem) {
            _ = try source.key(cancel: CancelToken())
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "ADV-75: a program prints the key in any form of the key file on its first line, and gets its arguments without a shell",
        arguments: [
            "printf '\(digits)'", "echo \(digits); echo 'user: me'", "printf '%032d' 7",
            "echo 00000000000000000000000000000007",
            "printf '%s' \"$1$2\"",
        ])
    func forms(_ text: String) throws {
        let script = try Script(text)
        let source = script.source(" \(Self.digits.prefix(40)) \(Self.digits.dropFirst(40))")
        expect(problem(source), is: nil)
        expect(problem(source), is: nil)
        expect(script.runs, is: 1)
    }

    @Test(
        "ADV-75: a failure of the key's program is reported with its last error line, but never with its output",
        arguments: [
            ("exit 0", "printed nothing"), ("echo secret", "printed no key"),
            ("echo secret; echo one >&2; echo 'no such entry' >&2; exit 3", "failed (3): no such entry"),
            ("kill -9 $$", "failed (137)"), ("head -c 70000 /dev/zero", "printed too much"),
        ])
    func failures(_ text: String, _ words: String) throws {
        let script = try Script(text)
        let found = try #require(problem(script.source()))
        expect(found.code, is: .noKey)
        #expect(found.detail.contains(words), "\(found.detail)")
        #expect(!found.detail.contains("secret"), "\(found.detail)")
    }

    @Test("ADV-75: a program that is missing or does not end is reported as such")
    func absent() throws {
        var options = DownloadOptions()
        options.key = .command("/nonexistent/key show")
        let missing = try #require(problem(SecureKeySource(options.keyPlace(standard: nil))))
        expect(missing.code, is: .noKey)
        #expect(missing.detail.contains("/nonexistent/key cannot be started"))
        let script = try Script("exec sleep 1000")
        let slow = #expect(throws: DownloadProblem.self) {
            try KeyCommand.run([script.path], timeLimit: .milliseconds(50), cancel: CancelToken())
        }
        expect(slow?.code, is: .noKey)
        expect(slow?.detail.contains("took too long"), is: true)
    }

    @Test(
        "ADV-75: concurrent requests share the answer of one program, and after a failure the program runs again")
    func once() throws {
        // The program ends when its pipe is closed.
        let script = try Script("cat \"$1\" >/dev/null; [ -e \"$1.good\" ] || exit 1; echo \(Self.digits)")
        let pipe = script.folder.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let source = script.source(" " + pipe)
        func ask(_ count: Int) throws -> [DownloadProblem?] {
            let answers = Monitor<[DownloadProblem?]>([])
            let threads = (0..<count).map { _ in
                WorkerThread(name: "asks") { [self] in
                    let answer = problem(source)
                    answers.update { $0.append(answer) }
                }
            }
            // Returns once the program has opened the pipe for reading.
            try Data().write(to: URL(fileURLWithPath: pipe))
            for thread in threads { thread.join() }
            return answers.withLock { $0 }
        }
        try expect(ask(1).compactMap { $0?.code }, is: [.noKey])
        try Data().write(to: URL(fileURLWithPath: pipe + ".good"))
        try expect(ask(4), is: [nil, nil, nil, nil])
        expect(script.runs, is: 2)
        // DL-07: the settings were read again.
        source.change(to: .nowhere)
        expect(problem(source)?.code, is: .noKey)
    }

    @Test("ADV-75: a cancelled request does not wait for the key's program")
    func cancelled() throws {
        let script = try Script("exec sleep 1000")
        let source = script.source()
        let cancel = CancelToken()
        let ended = Monitor(0)
        let threads = (0..<2).map { _ in
            WorkerThread(name: "asks") {
                #expect(throws: DownloadProblem(.notPossible, detail: "cancelled")) { try source.key(cancel: cancel) }
                ended.update { $0 += 1 }
            }
        }
        cancel.cancel()
        expect(ended.wait(until: SystemClock().now + Patience.limit) { $0 == 2 ? true : nil }, is: true)
        for thread in threads { thread.join() }
    }

    @Test("ADV-75: the default key file is used unless another place is named")
    func files() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        var options = DownloadOptions()
        expect(options.keyFile(standard: "/s"), is: "/s")
        let standard = SecureKeySource(options.keyPlace(standard: folder.path + "/key"))
        expect(problem(standard)?.code, is: .noKey)
        _ = try SecureKey.make(folder.path + "/key")
        expect(problem(standard), is: nil)
        options.key = .command("x")
        expect(options.keyFile(standard: "/s"), is: nil)
    }
}
