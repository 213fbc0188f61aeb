import Encoding
import PlayCore
import Transport

/// The definitions of yt-dlp's `formats`, sorted from worst to best (yt_dlp/extractor/common.py).
struct YtDlpFormats {
    struct Format {
        /// The address, or for fragments a name for their manifest.
        let url: String
        /// The manifest of fragments, or `nil` for a single file.
        let manifest: [UInt8]?
        let delivery: Source.Delivery
        let hasVideo: Bool
        let hasAudio: Bool
        let width: Int
        let height: Int
        let fps: Double
        /// In bits per second.
        let bitRate: Int?
        let note: String?
        let language: String?
        /// Higher is better.
        let languagePreference: Int

        /// - Parameters:
        ///   - number: unique among the formats.
        ///   - duration: of the whole video.
        init?(_ tree: JSONValue, number: Int, duration: MediaTime?) {
            guard tree["has_drm"]?.flag != true else { return nil }
            if let fragments = YtDlpFragments(tree, duration: duration) {
                // Several formats may share the address of a folder.
                url = fragments.base + "#tvplay-format=\(number)"
                manifest = fragments.manifest
                delivery = .dash
            } else {
                guard let url = tree["url"]?.text, ["http", "https"].contains(Scheme.of(url)),
                    let delivery = Self.delivery(tree["protocol"]?.text, url)
                else { return nil }
                (self.url, self.delivery, manifest) = (url, delivery, nil)
            }
            let (video, audio) = (tree["vcodec"]?.text, tree["acodec"]?.text)
            // A missing codec is unknown; only "none" means that there is none.
            hasVideo = video != "none"
            hasAudio = audio != "none"
            // Storyboards have neither video nor audio.
            guard hasVideo || hasAudio else { return nil }
            width = min(max(0, tree["width"]?.integer ?? 0), 65536)
            height = min(max(0, tree["height"]?.integer ?? 0), 65536)
            fps = tree["fps"]?.number ?? 0
            bitRate = tree["tbr"]?.number.flatMap { $0 > 0 && $0 < 1e7 ? Int($0 * 1000) : nil }
            note = tree["format_note"]?.text ?? tree["format"]?.text
            language = tree["language"]?.text
            languagePreference = tree["language_preference"]?.integer ?? -1
        }

        private static func delivery(_ name: String?, _ url: String) -> Source.Delivery? {
            switch name {
            case "http", "https", nil: DeliveryMethod.deduced(fromLocation: url)
            case "m3u8", "m3u8_native": .hls
            // The address of the manifest, or of one representation without its segments.
            case "http_dash_segments": DeliveryMethod.deduced(fromLocation: url) == .dash ? .dash : nil
            default: nil
            }
        }

        var isDescribed: Bool { TrackPurpose(title: note).contains(.described) }

        var key: DefinitionInfo.Key {
            guard hasVideo else { return .audio }
            guard height > 0 else { return .undescribed }
            return DefinitionInfo.Key(rawValue: "\(height)p" + (fps > 40 ? "\(Int(fps.rounded()))" : ""))
        }
    }

    private let known: [Format]

    init(_ formats: [JSONValue], duration: MediaTime?) {
        known = formats.enumerated().compactMap { Format($1, number: $0, duration: duration) }
    }

    var manifests: [String: [UInt8]] {
        Dictionary(known.compactMap { format in format.manifest.map { (format.url, $0) } }) { first, _ in first }
    }

    /// Best first. Formats of the same height are addresses of one definition.
    var definitions: [PlayInfo.Definition] {
        // Formats with audio description come after all others.
        let known = known.filter(\.isDescribed) + known.filter { !$0.isDescribed }
        let sound = Self.bestSound(known)
        var result: [PlayInfo.Definition] = []
        for format in known.reversed() {
            let needsSound = format.hasVideo && !format.hasAudio
            let entry = NetworkAddress(
                format.url, name: format.note, delivery: format.delivery, audioURL: needsSound ? sound?.url : nil,
                audioDelivery: needsSound ? sound?.delivery : nil)
            if let index = result.firstIndex(where: { $0.info.definitionKey == format.key }) {
                result[index].entries.append(entry)
            } else {
                let info = DefinitionInfo(
                    key: format.key, name: format.note ?? format.key.rawValue, width: format.width,
                    height: format.height, bitRate: format.bitRate)
                result.append(PlayInfo.Definition(info, entries: [entry]))
            }
        }
        // Sound comes last regardless of its quality. Addresses that include their sound come first.
        for index in result.indices { result[index].entries = Self.ordered(result[index].entries) }
        return result.filter { !$0.info.isAudio }.sorted { $0.info.height > $1.info.height }
            + result.filter(\.info.isAudio)
    }

    private static func rank(_ format: Format, _ place: Int) -> (Int, Int, Int, Int) {
        (
            format.isDescribed ? 0 : 1, format.languagePreference, format.delivery == .progressive ? 1 : 0, place
        )
    }

    /// Prefers sound without audio description, in the original language, in a file, and of the best quality.
    private static func bestSound(_ formats: [Format]) -> Format? {
        let sound = formats.enumerated().filter { !$0.element.hasVideo }
        return sound.max { a, b in
            rank(a.element, a.offset) < rank(b.element, b.offset)
        }?.element
    }

    private static func ordered(_ entries: [NetworkAddress]) -> [NetworkAddress] {
        entries.filter { $0.audioURL == nil } + entries.filter { $0.audioURL != nil }
    }
}
