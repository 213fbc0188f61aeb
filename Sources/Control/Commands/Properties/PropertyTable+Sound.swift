import Encoding
import PlayCore
import PlaybackModel

extension PropertyTable {
    static let sound: [Property] = [
        Property("af", .text) {
            .string($0.snapshot.soundFilters.graphs.joined(separator: ","))
        } set: { value, context in
            value.propertyText.map { text in filters(context) { $0.graphs = SoundFilters.graphs(text) } }
        },
        Property("loudnorm", .flag) {
            .flag($0.snapshot.soundFilters.isNormalised)
        } set: { value, context in
            filters(context) { $0.isNormalised = value == .flag(true) }
        },
        Property("replaygain", .choice(ReplayGain.Mode.allCases.map(\.rawValue))) {
            .word($0.snapshot.soundFilters.gain.mode.rawValue)
        } set: { value, context in
            value.propertyText.flatMap(ReplayGain.Mode.init(rawValue:)).map { mode in
                filters(context) { $0.gain.mode = mode }
            }
        },
        decibels("replaygain-preamp", \.preamplification), decibels("replaygain-fallback", \.fallback),
        Property("replaygain-clip", .flag) {
            .flag($0.snapshot.soundFilters.gain.allowsClipping)
        } set: { value, context in
            filters(context) { $0.gain.allowsClipping = value == .flag(true) }
        },
        Property("alang", .list) {
            .list($0.snapshot.audioLanguages.map(JSONValue.string))
        } set: { value, _ in
            value.items.map { .session(.setAudioLanguages($0.compactMap(\.text))) }
        },
        Property("slang", .list) {
            .list($0.subtitles.languages.map(JSONValue.string))
        } set: { value, _ in
            value.items.map { .subtitles(.languages($0.compactMap(\.text))) }
        },
    ]

    private static func decibels(
        _ name: String, _ part: any WritableKeyPath<ReplayGain, Double> & Sendable
    ) -> Property {
        Property(name, .number(ReplayGain.decibels, step: 1)) {
            .number($0.snapshot.soundFilters.gain[keyPath: part])
        } set: { value, context in
            Property.number(value).map { number in filters(context) { $0.gain[keyPath: part] = number } }
        }
    }

    private static func filters(_ context: PropertyContext, _ change: (inout SoundFilters) -> Void) -> PropertyChange {
        var filters = context.snapshot.soundFilters
        change(&filters)
        return .session(.setSoundFilters(filters))
    }
}
