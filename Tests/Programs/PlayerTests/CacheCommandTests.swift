import Foundation
import TestSupport
import Testing

/// Tests of `tvplay cache` as a process, on a cache that the harness has filled.
@Suite struct CacheCommandTests {
    private func tvplay(_ home: URL, _ arguments: String...) throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            BuiltProgram.path("tvplay"), arguments,
            environment: ["HOME": home.path, "XDG_CACHE_HOME": home.path, "LC_ALL": "C.UTF-8"])
    }

    private func json(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test("ADV-59, ADV-65: cache reports its contents and statistics, and removes one address or all")
    func commands() throws {
        let home = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(home) }
        let empty = try json(try tvplay(home, "cache", "--json").output)
        #expect(empty.first?["items"] as? Int == 0)
        #expect(empty.first?["max_bytes"] as? Int == 20_480 << 20)
        let filled = try BuiltProgram.run(
            BuiltProgram.path("CacheHarness"), ["mixed", home.path + "/tvplay", "3", "12"])
        expect(filled.status, is: 0)

        let list = try json(try tvplay(home, "cache", "list", "--json").output)
        let name = try #require(list.first?["name"] as? String)
        #expect(name.hasPrefix("https://example.org/"))
        #expect(!name.contains("secret"))
        let stat = try json(try tvplay(home, "cache", "stat", "--json").output)
        let held = list.compactMap { $0["bytes"] as? Int }.reduce(0, +)
        #expect(stat.first?["items"] as? Int == list.count)
        #expect(stat.first?["bytes"] as? Int == held)
        #expect(stat.first?["miss_bytes"] as? Int ?? 0 >= held)

        let address = name.replacing("?…", with: "?token=secret")
        #expect(try json(try tvplay(home, "cache", "rm", address, "--json").output).first?["items"] as? Int == 1)
        try expect(json(try tvplay(home, "cache", "list", "--json").output).count, is: list.count - 1)
        let files = home.path + "/tvplay/data"
        try expect(FileManager.default.contentsOfDirectory(atPath: files).count, is: list.count - 1)
        try expect(tvplay(home, "cache", "rm", "--all").status, is: 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: files).isEmpty)
        #expect(try tvplay(home, "cache", "list").output.isEmpty)
    }

    @Test("cache reports an invalid address and a folder that other users can write to")
    func refusals() throws {
        let home = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(home) }
        let word = try tvplay(home, "cache", "rm", "word")
        expect(word.status, is: 1)
        expect(word.errors, is: "tvplay: Not an address: word\n")
        let open = home.appendingPathComponent("open").path
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
        let refused = try tvplay(home, "cache", "--cache-dir=" + open)
        expect(refused.status, is: 1)
        #expect(refused.errors.contains("others can write to the folder"))
    }
}
