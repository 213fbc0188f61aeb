import DownloadClient
import DownloadModel
import Downloads
import Encoding

struct RPCParameters: Sendable {
    private let values: [JSONValue]

    /// - Parameters:
    ///   - given: a list, or an object with some of the names.
    ///   - names: of the method's parameters, in order.
    init(_ given: JSONValue, names: [String]) throws(RPCError) {
        if let members = given.members {
            if let unknown = members.first(where: { !names.contains($0.name) }) {
                throw .parameters("there is no \(unknown.name)")
            }
            values = names.map { given[$0] ?? .null }
            return
        }
        let items = given.items ?? []
        guard items.count <= names.count else { throw .parameters("more than \(names.count)") }
        values = items
    }

    subscript(index: Int) -> JSONValue? {
        guard values.indices.contains(index), values[index] != .null else { return nil }
        return values[index]
    }

    func text(_ index: Int, _ name: String) throws(RPCError) -> String {
        guard let text = self[index]?.text else { throw .parameters("\(name) has to be a text") }
        return text
    }

    func integer(_ index: Int, _ name: String) throws(RPCError) -> Int {
        guard let number = self[index]?.wholeNumber, let whole = Int(exactly: number) else {
            throw .parameters("\(name) has to be a whole number")
        }
        return whole
    }

    func options(_ index: Int) throws(RPCError) -> [JSONValue.Member] {
        guard let value = self[index] else { return [] }
        guard let members = value.members else { throw .parameters("options have to be an object") }
        return members
    }

    /// Returns aria2's `keys`, or `nil` for all.
    func keys(_ index: Int) throws(RPCError) -> Set<String>? {
        guard let value = self[index] else { return nil }
        guard let items = value.items else { throw .parameters("keys have to be a list") }
        return items.isEmpty ? nil : Set(items.compactMap(\.text))
    }
}
