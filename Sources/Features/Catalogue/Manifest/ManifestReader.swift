import Encoding
import PlayCore

/// A value in a strict JSON document. Errors name its path (`$.videos[2].title`).
struct StrictJSON {
    let tree: JSONValue
    let path: String

    subscript(key: String) -> StrictJSON? {
        tree[key].map { StrictJSON(tree: $0, path: path + "." + Self.shown(key)) }
    }

    func fail(_ problem: String) -> CatalogueError { CatalogueError(.malformed(path: path, problem: problem)) }

    func required(_ key: String) throws(CatalogueError) -> StrictJSON {
        guard let value = self[key] else { throw fail("\"\(Self.shown(key))\" is missing") }
        return value
    }

    func text(limit: Int = 4096) throws(CatalogueError) -> String {
        guard let text = tree.text else { throw fail("not a text") }
        guard text.utf8.count <= limit else { throw fail("longer than \(limit) bytes") }
        return text
    }

    func integer(_ range: ClosedRange<Int>) throws(CatalogueError) -> Int {
        guard let number = tree.integer, range.contains(number) else {
            throw fail("not a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func seconds() throws(CatalogueError) -> MediaTime {
        guard let time = tree.seconds, time <= .seconds(1_000_000_000) else { throw fail("not a time in seconds") }
        return time
    }

    func flag() throws(CatalogueError) -> Bool {
        guard let flag = tree.flag else { throw fail("neither true nor false") }
        return flag
    }

    func object() throws(CatalogueError) -> StrictJSON {
        guard case .object = tree else { throw fail("not an object") }
        return self
    }

    func items(limit: Int) throws(CatalogueError) -> [StrictJSON] {
        guard case .list(let items) = tree else { throw fail("not a list") }
        guard items.count <= limit else { throw fail("more than \(limit) entries") }
        return items.enumerated().map { StrictJSON(tree: $1, path: "\(path)[\($0)]") }
    }

    private static func shown(_ key: String) -> String { String(key.prefix(40)) }
}

extension StrictJSON {
    func text(_ key: String) throws(CatalogueError) -> String? {
        guard let value = self[key] else { return nil }
        return try value.text()
    }

    func flag(_ key: String, default value: Bool) throws(CatalogueError) -> Bool {
        guard let found = self[key] else { return value }
        return try found.flag()
    }

    func integer(_ key: String, _ range: ClosedRange<Int>) throws(CatalogueError) -> Int? {
        guard let value = self[key] else { return nil }
        return try value.integer(range)
    }

    func seconds(_ key: String) throws(CatalogueError) -> MediaTime? {
        guard let value = self[key] else { return nil }
        return try value.seconds()
    }

    func items(_ key: String, limit: Int) throws(CatalogueError) -> [StrictJSON] {
        guard let value = self[key] else { return [] }
        return try value.items(limit: limit)
    }
}
