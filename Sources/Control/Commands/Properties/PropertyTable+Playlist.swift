import Encoding
import PlayCore
import PlaybackModel
import Playlists

extension PropertyTable {
    static let playlist: [Property] = [
        Property("playlist") { context in
            .list(
                context.playlist.items.enumerated().map { index, item in
                    var fields: [String: JSONValue] = [
                        "filename": .string(item.location), "id": .integer(Int64(item.id)),
                    ]
                    fields["title"] = item.title.map(JSONValue.string)
                    if index == context.playlist.index {
                        fields["current"] = .flag(true)
                        fields["playing"] = .flag(true)
                    }
                    return .object(sorting: fields)
                })
        },
        Property("playlist-count") { .integer(Int64($0.playlist.items.count)) },
        index("playlist-pos", first: 0), index("playlist-pos-1", first: 1),
        Property("playlist-current-pos") { .integer(Int64($0.playlist.index ?? -1)) },
        Property("playlist-playing-pos") { .integer(Int64($0.playlist.index ?? -1)) },
        Property("shuffle", .flag) {
            .flag($0.playlist.isShuffled)
        } set: { value, _ in
            .external(.playlist(.setShuffled(value == .flag(true))))
        },
        Property("loop-playlist", .words(["inf", "force", "yes", "no"])) { context in
            switch context.playlist.repeats {
            case .times(1): .flag(false)
            case .times(let count): .integer(Int64(count))
            case .endless: .string("inf")
            case .endlessDespiteFailures: .string("force")
            }
        } set: { value, _ in
            repeats(value).map { .external(.playlist(.setRepeat($0))) }
        },
    ]

    private static func index(_ name: String, first: Int) -> Property {
        Property(name, .number(Double(first)...1e6, step: 1)) { context in
            .integer(Int64(context.playlist.index.map { $0 + first } ?? -1))
        } set: { value, context in
            guard let number = Property.number(value), let index = Int(exactly: number),
                context.playlist.items.indices.contains(index - first)
            else { return nil }
            return .playlistIndex(index - first)
        }
    }

    private static func repeats(_ value: JSONValue) -> PlaylistRepeat? {
        switch value {
        case .string("no"): .times(1)
        case .string("force"): .endlessDespiteFailures
        case .string("inf"), .string("yes"): .endless
        default:
            Property.number(value).flatMap { (1...1e6).contains($0) && $0 == $0.rounded() ? .times(Int($0)) : nil }
        }
    }
}
