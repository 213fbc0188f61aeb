import Foundation
import Storage
import TestSupport

/// The state folder of a test, removed with this object.
final class TemporaryState {
    let url: URL
    var folder: String { url.appendingPathComponent("state").path }

    init() throws { url = try BuiltProgram.temporaryFolder() }
    deinit { BuiltProgram.remove(url) }

    static let migrations = [
        Migration(["CREATE TABLE one (id INTEGER PRIMARY KEY, word TEXT)"]),
        Migration(["ALTER TABLE one ADD COLUMN more INTEGER", "INSERT INTO one (word, more) VALUES ('first', 1)"]),
    ]

    func file(_ migrations: [Migration] = migrations) -> DatabaseFile {
        DatabaseFile(folder: folder, name: "tvplay.db", migrations: migrations)
    }

    func permissions(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.posixPermissions] as? Int
    }

    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } }

    func write(_ bytes: Data, to name: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try bytes.write(to: URL(fileURLWithPath: folder + "/" + name))
    }
}

extension Database {
    var words: [String?] { get throws { try run("SELECT word FROM one ORDER BY id").map { $0.text(0) } } }
}
