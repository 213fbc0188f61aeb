import Manifests
import PlayCore

struct TextChoices {
    struct Choice {
        let track: TrackInfo
        let rendition: Int
        let isTTML: Bool
    }

    let list: [Choice]

    init(_ renditions: [Rendition], firstID: Int) {
        let texts = renditions.indices.filter { index in
            let rendition = renditions[index]
            return rendition.kind == .text && !rendition.isInVariant && rendition.protection == nil
                && Self.canRead(rendition)
        }
        list = AudioChoices.grouped(texts, of: renditions).enumerated().map { place, group in
            let rendition = renditions[group[0]]
            let isTTML = Self.isTTML(rendition)
            return Choice(
                track: TrackInfo(
                    id: firstID + place, kind: .subtitle(isPicture: false), codec: isTTML ? "ttml" : "webvtt",
                    language: rendition.language, title: rendition.name, isDefault: rendition.isDefault,
                    isDecodable: true, purpose: rendition.purpose),
                rendition: group[0], isTTML: isTTML)
        }
    }

    private static func isTTML(_ rendition: Rendition) -> Bool {
        rendition.mimeType?.contains("ttml") == true || rendition.codecs.contains { $0.hasPrefix("stpp") }
    }

    /// Returns whether it can be shown. HLS text without a codec is WebVTT. IMSC1's image profile cannot be shown.
    private static func canRead(_ rendition: Rendition) -> Bool {
        if rendition.codecs.contains(where: { $0.contains("im1i") || $0.contains("im2i") }) { return false }
        let known = ["wvtt", "stpp", "ttml", "vtt"]
        let words = rendition.codecs + [rendition.mimeType].compactMap { $0 }
        return words.isEmpty || words.contains { word in known.contains { word.contains($0) } }
    }
}
