package import Encoding
package import PlayCore

extension JSONValue {
    package static func parse(_ bytes: [UInt8]) throws(CatalogueError) -> JSONValue {
        do throws(Problem) {
            return try JSONValue(document: bytes)
        } catch {
            throw CatalogueError(.malformed(path: "$", problem: error.words))
        }
    }

    /// The number as seconds; `nil` if the value is no number or negative.
    package var seconds: MediaTime? { number.flatMap { $0 >= 0 ? MediaTime(seconds: $0) : nil } }
    /// The text, or the number as text: some services write identifiers as numbers.
    package var identifier: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): "\(number)"
        default: nil
        }
    }
}
