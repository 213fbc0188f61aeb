package import PlayCore
import PlaybackModel

/// The viewer's choice among a stream's definitions, kept while the stream is opened again.
package enum StreamDefinition: Sendable, Equatable {
    case automatic
    case chosen(DefinitionInfo)

    init?(_ stream: StreamStatus) {
        guard stream.definitions.count > 1 else { return nil }
        self = stream.chosenDefinition.map { .chosen(stream.definitions[$0]) } ?? .automatic
    }

    /// Returns the index to choose (inner `nil`: automatic), or `nil` if the stream lacks the definition.
    func index(in stream: StreamStatus) -> Int?? {
        switch self {
        case .automatic: .some(nil)
        case .chosen(let info): stream.definitions.firstIndex(of: info).map { .some($0) }
        }
    }
}
