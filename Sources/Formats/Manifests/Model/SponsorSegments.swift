import Encoding
import PlayCore

/// Segments in the format of SponsorBlock's server (its wiki, "API Docs", `GET /api/skipSegments`): a list of segments,
/// the object of one video, or a list of one such object.
enum SponsorSegments {
    /// Omits marks with an unknown category or action and those about the whole video. Throws `.malformed`.
    static func marks(_ bytes: [UInt8]) throws(ManifestError) -> [RegionMark] {
        let document: JSONValue
        do {
            document = try JSONValue(document: bytes)
        } catch {
            throw ManifestError(.malformed, "JSON: \(error)")
        }
        guard let list = segments(document) else {
            throw ManifestError(.malformed, "no list of SponsorBlock's segments")
        }
        return list.prefix(RegionRules.mostRegions).compactMap(mark)
    }

    private static func segments(_ document: JSONValue) -> [JSONValue]? {
        if let list = document["segments"]?.items { return list }
        guard let list = document.items else { return nil }
        // With several videos, the right one is unknown.
        let videos = list.compactMap { $0["segments"]?.items }
        if videos.isEmpty { return list.isEmpty || list.contains { $0["segment"] != nil } ? list : nil }
        return videos.count == 1 ? videos[0] : nil
    }

    private static func mark(_ segment: JSONValue) -> RegionMark? {
        guard let kind = segment["category"]?.text.flatMap(Region.Kind.init),
            let times = segment["segment"]?.items?.map(\.number), times.count == 2,
            let start = times[0].flatMap(SkipFile.time), let end = times[1].flatMap(SkipFile.time)
        else { return nil }
        let use: RegionMark.Use
        switch segment["actionType"]?.text ?? "skip" {
        case "skip": use = .skip
        case "mute": use = .mute
        case "poi", "chapter": use = .show
        default: return nil
        }
        return RegionMark(
            start: .time(start), end: .time(end), kind: kind, use: use, title: segment["description"]?.text)
    }
}
