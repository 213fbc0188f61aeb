import Encoding
package import PlayCore
import PlaybackModel

package struct SubtitleProperties: Sendable, Equatable {
    package struct Track: Sendable, Equatable {
        /// Unverified text.
        package let title: String?
        /// Unverified text.
        package let language: String?
        /// FFmpeg's name of the format, or `nil` for bitmaps.
        package let codec: String?
        package let isDefault: Bool
        package let purpose: TrackPurpose
        /// A separate file's path or address (unverified), or `nil` if the container has the track.
        package let file: String?

        package init(
            title: String?, language: String?, codec: String?, isDefault: Bool, purpose: TrackPurpose = [],
            file: String?
        ) {
            self.title = title
            self.language = language
            self.codec = codec
            self.isDefault = isDefault
            self.purpose = purpose
            self.file = file
        }
    }

    package var tracks: [Track] = []
    /// Removed tracks. The remaining ones keep their numbers.
    package var removed: Set<Int> = []
    /// The index from 0, or `nil` if off.
    package var first: Int?
    package var second: Int?
    package var showsFirst = true
    package var showsSecond = true
    /// The languages of `slang`, most wanted first.
    package var languages: [String] = []
    /// Positive values show the lines later.
    package var delay = MediaTime.zero
    /// The first track's current text; unverified.
    package var text: String?
    package var secondText: String?
    /// Start and end of the first track's current line, as positions of the item.
    package var start: MediaTime?
    package var end: MediaTime?

    package init() {}
}

package enum SubtitlePropertyChange: Sendable, Equatable {
    /// The index from 0, or `nil` for off.
    case select(Int?, isSecond: Bool)
    case show(Bool, isSecond: Bool)
    case delay(MediaTime)
    /// The languages, most wanted first.
    case languages([String])
}

extension PropertyTable {
    static let subtitles: [Property] = [
        selection("sid", isSecond: false), selection("sub", isSecond: false),
        selection("secondary-sid", isSecond: true),
        visibility("sub-visibility", isSecond: false), visibility("secondary-sub-visibility", isSecond: true),
        Property("sub-delay", .number(-3600...3600, step: 0.1)) {
            seconds($0.subtitles.delay)
        } set: { value, _ in
            Property.number(value).map { .subtitles(.delay(MediaTime(seconds: $0))) }
        },
        Property("sub-text") { context in
            context.isOpen && context.subtitles.first != nil ? .string(context.subtitles.text ?? "") : nil
        },
        Property("secondary-sub-text") { context in
            context.isOpen && context.subtitles.second != nil ? .string(context.subtitles.secondText ?? "") : nil
        },
        Property("sub-start") { $0.subtitles.start.map(seconds) },
        Property("sub-end") { $0.subtitles.end.map(seconds) },
    ]

    private static func selection(_ name: String, isSecond: Bool) -> Property {
        Property(name, .track(.subtitle)) { context in
            guard context.isOpen else { return .string("auto") }
            let index = isSecond ? context.subtitles.second : context.subtitles.first
            return index.map { .integer(Int64($0 + 1)) } ?? .flag(false)
        } set: { value, context in
            guard context.isOpen else { return nil }
            if value == .string("no") { return .subtitles(.select(nil, isSecond: isSecond)) }
            guard let number = Property.number(value), let index = Int(exactly: number),
                context.subtitles.tracks.indices.contains(index - 1), !context.subtitles.removed.contains(index - 1)
            else { return nil }
            return .subtitles(.select(index - 1, isSecond: isSecond))
        }
    }

    private static func visibility(_ name: String, isSecond: Bool) -> Property {
        Property(name, .flag) {
            .flag(isSecond ? $0.subtitles.showsSecond : $0.subtitles.showsFirst)
        } set: { value, _ in
            .subtitles(.show(value == .flag(true), isSecond: isSecond))
        }
    }

    static func subtitleEntries(_ properties: SubtitleProperties) -> [JSONValue] {
        properties.tracks.enumerated().filter { !properties.removed.contains($0.offset) }.map { index, track in
            var fields: [String: JSONValue] = [
                "id": .integer(Int64(index + 1)), "type": .string("sub"), "default": .flag(track.isDefault),
                "external": .flag(track.file != nil),
                "selected": .flag([properties.first, properties.second].contains(index)),
            ]
            fields.merge(commonFields(track.purpose)) { own, _ in own }
            if let place = [properties.first, properties.second].firstIndex(of: index) {
                fields["main-selection"] = .integer(Int64(place))
            }
            fields["codec"] = track.codec.map(JSONValue.string)
            fields["lang"] = track.language.flatMap { ["", "und"].contains($0) ? nil : .string($0) }
            fields["title"] = track.title.flatMap { $0.isEmpty ? nil : .string($0) }
            fields["external-filename"] = track.file.map(JSONValue.string)
            return .object(sorting: fields)
        }
    }
}
