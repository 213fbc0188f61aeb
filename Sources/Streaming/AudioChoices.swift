import Manifests
import PlayCore

/// Sound that is a rendition of its own: which of them are one track to the viewer. Pure.
struct AudioChoices {
    struct Choice {
        /// The item's track.
        let id: Int
        /// The same sound in other groups, or at other rates.
        var renditions: [Int]
    }

    private struct Key: Hashable {
        let group: String?
        let name: String?
        let language: String?
    }

    private(set) var list: [Choice] = []
    /// Sound inside the variants, that the manifest describes.
    private(set) var inside: Int?
    private let renditions: [Rendition]
    /// More than this is no better for what is heard beside a terminal.
    private static let enough = 200_000

    init(_ renditions: [Rendition], firstID: Int) {
        self.renditions = renditions
        var places: [Key: Int] = [:]
        for (index, rendition) in renditions.enumerated()
        where rendition.kind == .audio && rendition.group != nil && rendition.protection == nil
            && CodecSupport.canPlay(rendition)
        {
            guard !rendition.isInVariant else {
                inside = inside ?? index
                continue
            }
            // DASH's sets are one sound each; HLS's groups hold the same sounds in several forms.
            let isSet = rendition.switchingSet != nil
            let key = Key(
                group: isSet ? rendition.group : nil, name: isSet ? nil : rendition.name,
                language: isSet ? nil : rendition.language)
            if let place = places[key] {
                list[place].renditions.append(index)
            } else {
                places[key] = list.count
                list.append(Choice(id: firstID + list.count, renditions: [index]))
            }
        }
    }

    /// The form of a sound that goes with a variant.
    func rendition(of choice: Choice, with main: Rendition?) -> Int {
        if let group = main?.audioGroup, let index = choice.renditions.first(where: { renditions[$0].group == group }) {
            return index
        }
        let sorted = choice.renditions.sorted { rate($0) < rate($1) }
        return sorted.last { rate($0) <= Self.enough } ?? sorted[0]
    }

    /// What plays unless somebody chooses.
    func first(with main: Rendition) -> Choice? {
        let fitting = list.filter { choice in
            main.audioGroup.map { group in choice.renditions.contains { renditions[$0].group == group } } ?? true
        }
        return fitting.first { $0.renditions.contains { renditions[$0].isDefault } } ?? fitting.first
    }

    private func rate(_ index: Int) -> Int { renditions[index].bandwidth ?? 0 }
}

/// What the decoders take, by the names of manifests. Pure.
enum CodecSupport {
    private static let unknown = ["ac-4", "mha", "mhm", "iamf", "vvc", "vvi", "evc", "lcevc"]
    private static let sounds = [
        "mp4a.40.34": "mp3", "mp4a.6b": "mp3", "mp4a": "aac", "ac-3": "ac3", "ec-3": "eac3", "opus": "opus",
        "flac": "flac", "vorbis": "vorbis", "mp3": "mp3",
    ]

    static func canPlay(_ rendition: Rendition) -> Bool {
        // Their index is one of Matroska, which is not read.
        if rendition.mimeType?.hasSuffix("/webm") == true,
            case .timeline(let timeline)? = rendition.sources.first?.content, !timeline.indexRequests.isEmpty
        {
            return false
        }
        return usesKnownCodecs(rendition)
    }

    private static func usesKnownCodecs(_ rendition: Rendition) -> Bool {
        !rendition.codecs.contains { codec in unknown.contains { codec.lowercased().hasPrefix($0) } }
    }

    /// FFmpeg's name of a sound that was not looked into yet.
    static func soundName(_ rendition: Rendition) -> String {
        for codec in rendition.codecs.map({ $0.lowercased() }) {
            if let prefix = sounds.keys.filter(codec.hasPrefix).max(by: { $0.count < $1.count }) {
                return sounds[prefix] ?? "aac"
            }
        }
        return "aac"
    }
}
