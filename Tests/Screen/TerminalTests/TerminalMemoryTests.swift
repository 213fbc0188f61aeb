import CPlatform
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct TerminalMemoryTests {
    private static func sample() -> TerminalMemory {
        var memory = TerminalMemory()
        memory.replies = [
            .mode(2026, state: 2), .version("XTerm(379)"), .secondaryAttributes([41, 379, 0]),
            .capability("RGB", value: ""), .cursor(column: 1, row: 1), .cellSize(width: 8, height: 16),
        ]
        memory.linkRate = 250_000
        memory.linkRoundTrip = .milliseconds(40)
        return memory
    }

    @Test("a written memory is read back, but only for the same terminal")
    func roundTrip() {
        let text = Self.sample().encoded(key: "a b c")
        expect(TerminalMemory(text, key: "a b c"), is: Self.sample())
        expect(TerminalMemory(text, key: "a b d"), is: nil)
        expect(TerminalMemory(TerminalMemory().encoded(key: "k"), key: "k"), is: TerminalMemory())
    }

    @Test("a memory that was damaged is refused", arguments: 0..<400)
    func damaged(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var bytes = Array(Self.sample().encoded(key: "k").utf8)
        switch seed % 3 {
        case 0: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        case 1: bytes[Int.random(in: 0..<25, using: &random)] ^= 0x81
        default: bytes += Array(repeating: UInt8(ascii: "x"), count: 3000)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        // A file cut at the end of a line is a shorter file that is valid, too.
        let memory = TerminalMemory(text, key: "k")
        #expect(memory == nil || (seed % 3 == 0 && text.hasSuffix("\n") && memory != Self.sample()))
    }

    @Test(
        "numbers out of range and unknown words are refused",
        arguments: [
            "synchronized 5", "synchronized 01", "block 4", "cell 0x3", "cell 8", "rate 0", "rate -1", "round-trip 1",
            "attributes 1;2;3;4;5", "attributes a", "direct 2", "other 1", "version", "",
        ])
    func ranges(line: String) {
        expect(TerminalMemory("tvplay terminal 1\nkey k\n" + line + "\n", key: "k"), is: nil)
    }

    private final class Folder {
        let path: String

        init() {
            var template = Array("/tmp/tvplay-test-XXXXXX\0".utf8CString.dropLast())
            path = mkdtemp(&template).map { String(cString: $0) } ?? ""
        }

        deinit {
            let tvplay = path + "/tvplay"
            if let folder = opendir(tvplay) {
                while let entry = readdir(folder) {
                    let name = withUnsafePointer(to: &entry.pointee.d_name) {
                        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                    }
                    unlink(tvplay + "/" + name)
                }
                closedir(folder)
            }
            rmdir(tvplay)
            rmdir(path)
        }
    }

    @Test("the file is read only with its own key, and never from a folder that other users may enter")
    func file() throws {
        let folder = Folder()
        let file = try #require(TerminalMemoryFile(folder: folder.path, key: "one"))
        expect(file.read(), is: nil)
        file.write(Self.sample())
        expect(file.read(), is: Self.sample())
        expect(TerminalMemoryFile(folder: folder.path, key: "two")?.read(), is: nil)
        chmod(folder.path + "/tvplay", 0o755)
        expect(file.read(), is: nil)
        chmod(folder.path + "/tvplay", 0o700)
        expect(file.read(), is: Self.sample())
        chmod(folder.path, 0o770)
        #expect(TerminalMemoryFile(folder: folder.path, key: "one") == nil)
        #expect(TerminalMemoryFile(folder: "relative", key: "one") == nil)
    }

    @Test("the 32 latest terminals are remembered, and other files in the folder stay")
    func pruning() throws {
        let folder = Folder()
        for number in 1...40 {
            try #require(TerminalMemoryFile(folder: folder.path, key: "\(number)")).write(Self.sample())
            // The files get increasing times, as if they had been written one after the other.
            var times = [timeval(tv_sec: number, tv_usec: 0), timeval(tv_sec: number, tv_usec: 0)]
            for entry in try FolderWalk(readsStatus: true).entries(of: folder.path + "/tvplay")
            where (entry.status?.modified ?? 0) > 1_000_000_000_000 {
                utimes(folder.path + "/tvplay/" + entry.name, &times)
            }
        }
        Glibc.close(tv_open(folder.path + "/tvplay/other", O_CREAT | O_WRONLY, 0o600))
        try #require(TerminalMemoryFile(folder: folder.path, key: "new")).write(Self.sample())
        let names = try FolderWalk().entries(of: folder.path + "/tvplay").map(\.name)
        expect(names.filter { $0.hasPrefix("terminal-") }.count, is: 32)
        #expect(names.contains("other"))
        expect(TerminalMemoryFile(folder: folder.path, key: "1")?.read(), is: nil)
        for key in ["10", "40", "new"] {
            expect(TerminalMemoryFile(folder: folder.path, key: key)?.read(), is: Self.sample(), "\(key)")
        }
    }
}
