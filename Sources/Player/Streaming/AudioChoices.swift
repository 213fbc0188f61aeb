import Manifests
import PlayCore

struct AudioChoices {
    struct Choice {
        let id: Int
        /// Forms of the same sound, in other groups or at other rates.
        var renditions: [Int]
    }

    private struct Candidate: TrackTraits {
        let choice: Choice
        let renditions: [Rendition]

        var language: String? { renditions[0].language }
        var purpose: TrackPurpose { renditions[0].purpose }
        var isDefault: Bool { renditions.contains(where: \.isDefault) }
    }

    private struct Key: Hashable {
        let group: String?
        let name: String?
        let language: String?
        let purpose: TrackPurpose
    }

    private(set) var list: [Choice] = []
    /// The choice for sound inside the variants, if the manifest describes it.
    private(set) var inside: Int?
    private let renditions: [Rendition]
    /// Higher bit rates are no audible gain beside a terminal.
    private static let enough = 200_000

    init(_ renditions: [Rendition], firstID: Int) {
        self.renditions = renditions
        let sounds = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .audio && rendition.group != nil && rendition.protection == nil
                && CodecSupport.canPlay(rendition)
        }
        inside = sounds.first { renditions[$0].isInVariant }
        list = Self.grouped(sounds.filter { !renditions[$0].isInVariant }, of: renditions).enumerated()
            .map { Choice(id: firstID + $0.offset, renditions: $0.element) }
    }

    /// Groups renditions that the viewer cannot tell apart, in the order of their first ones.
    static func grouped(_ indices: [Int], of renditions: [Rendition]) -> [[Int]] {
        var groups: [[Int]] = []
        var places: [Key: Int] = [:]
        for index in indices {
            let rendition = renditions[index]
            // A DASH set is one sound. HLS groups have the same sounds in several forms.
            let isSet = rendition.switchingSet != nil
            let key = Key(
                group: isSet ? rendition.group : nil, name: isSet ? nil : rendition.name,
                language: isSet ? nil : rendition.language, purpose: isSet ? [] : rendition.purpose)
            if let place = places[key] {
                groups[place].append(index)
            } else {
                places[key] = groups.count
                groups.append([index])
            }
        }
        return groups
    }

    func rendition(of choice: Choice, with main: Rendition?) -> Int {
        if let group = main?.audioGroup, let index = choice.renditions.first(where: { renditions[$0].group == group }) {
            return index
        }
        let sorted = choice.renditions.sorted { rate($0) < rate($1) }
        return sorted.last { rate($0) <= Self.enough } ?? sorted[0]
    }

    func first(with main: Rendition) -> Choice? {
        let fitting = list.filter { choice in
            main.audioGroup.map { group in choice.renditions.contains { renditions[$0].group == group } } ?? true
        }
        return fitting.map { Candidate(choice: $0, renditions: $0.renditions.map { renditions[$0] }) }.soundToPlay()?
            .choice
    }

    /// Returns the best sufficient variant without pictures if others have pictures, or `nil`.
    static func soundOnlyVariant(_ renditions: [Rendition], _ definitions: [Definition]) -> Int? {
        guard definitions.contains(where: { !$0.info.isAudio }) else { return nil }
        let variants = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .audio && rendition.group == nil && rendition.protection == nil
                && !rendition.isInVariant && CodecSupport.canPlay(rendition)
        }
        let sorted = variants.sorted { (renditions[$0].bandwidth ?? 0) < (renditions[$1].bandwidth ?? 0) }
        return sorted.last { (renditions[$0].bandwidth ?? 0) <= enough } ?? sorted.first
    }

    private func rate(_ index: Int) -> Int { renditions[index].bandwidth ?? 0 }
}

enum CodecSupport {
    private static let unknown = ["ac-4", "mha", "mhm", "iamf", "vvc", "vvi", "evc", "lcevc"]
    private static let sounds = [
        "mp4a.40.34": "mp3", "mp4a.6b": "mp3", "mp4a": "aac", "ac-3": "ac3", "ec-3": "eac3", "opus": "opus",
        "flac": "flac", "vorbis": "vorbis", "mp3": "mp3",
    ]

    static func canPlay(_ rendition: Rendition) -> Bool {
        !rendition.codecs.contains { codec in unknown.contains { codec.lowercased().hasPrefix($0) } }
    }

    /// Returns FFmpeg's name of a video codec before the pictures are probed, or `nil` if unknown.
    static func pictureName(_ codec: String) -> String? {
        let names = [
            "avc": "h264", "hvc": "hevc", "hev": "hevc", "av01": "av1", "vp09": "vp9", "vp9": "vp9", "vp8": "vp8",
            "mp4v": "mpeg4",
        ]
        return names.first { codec.lowercased().hasPrefix($0.key) }?.value
    }

    static func soundName(_ rendition: Rendition) -> String {
        for codec in rendition.codecs.map({ $0.lowercased() }) {
            if let prefix = sounds.keys.filter(codec.hasPrefix).max(by: { $0.count < $1.count }) {
                return sounds[prefix] ?? "aac"
            }
        }
        return "aac"
    }
}
