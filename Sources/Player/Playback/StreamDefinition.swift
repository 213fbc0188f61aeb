package import PlayCore
import PlaybackModel

/// Which of a stream's definitions the viewer has chosen, for when it is opened again. A value.
package enum StreamDefinition: Sendable, Equatable {
    /// None: the player may choose.
    case automatic
    case chosen(DefinitionInfo)

    /// Nil: there is nothing to choose.
    init?(_ stream: StreamStatus) {
        guard stream.definitions.count > 1 else { return nil }
        self = stream.chosenDefinition.map { .chosen(stream.definitions[$0]) } ?? .automatic
    }

    /// What is to be chosen; nil: it does not have that definition.
    func index(in stream: StreamStatus) -> Int?? {
        switch self {
        case .automatic: .some(nil)
        case .chosen(let info): stream.definitions.firstIndex(of: info).map { .some($0) }
        }
    }
}
