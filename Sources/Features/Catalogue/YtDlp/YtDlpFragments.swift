import Addresses
import Encoding
import PlayCore

/// A format that yt-dlp lists as fragments, as a DASH manifest. A first one without duration initializes the decoder.
struct YtDlpFragments {
    let base: String
    let manifest: [UInt8]

    private static let most = 100_000
    /// Ticks per second.
    private static let scale = 1_000_000.0

    private struct Fragment {
        let address: String
        let duration: Double?
    }

    /// Returns `nil` if the format is of another kind, is live, or has addresses other than HTTP.
    ///
    /// - Parameter duration: the duration of the whole video, for fragments without durations.
    init?(_ tree: JSONValue, duration: MediaTime?) {
        guard tree["protocol"]?.text == "http_dash_segments", let list = tree["fragments"]?.items, !list.isEmpty,
            list.count <= Self.most,
            let base = (tree["fragment_base_url"]?.text ?? tree["url"]?.text).flatMap({ Address($0) }), base.isHTTP
        else { return nil }
        var fragments: [Fragment] = []
        for entry in list {
            guard let reference = entry["url"]?.text ?? entry["path"]?.text,
                let address = Address(reference, relativeTo: base), address.isHTTP
            else { return nil }
            let duration = entry["duration"]?.number.flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
            fragments.append(Fragment(address: address.text, duration: duration))
        }
        self.base = base.text
        guard let manifest = Self.manifest(fragments, tree, duration) else { return nil }
        self.manifest = Array(manifest.utf8)
    }

    private static func manifest(_ fragments: [Fragment], _ tree: JSONValue, _ duration: MediaTime?) -> String? {
        // The first fragment initializes the decoder if it has no duration, unless it is the only one.
        let hasBeginning = fragments[0].duration == nil && fragments.count > 1
        let segments = hasBeginning ? fragments.dropFirst() : fragments[...]
        let known = segments.compactMap(\.duration).reduce(0, +)
        let unknown = segments.filter { $0.duration == nil }.count
        let rest = duration.map { Double($0.nanoseconds) / 1e9 - known } ?? 0
        let usual = unknown > 0 ? rest / Double(unknown) : 0
        guard unknown == 0 || usual > 0 else { return nil }
        let lengths = segments.map { max(1, (($0.duration ?? usual) * scale).rounded()) }
        let total = lengths.reduce(0, +) / scale
        let kind = tree["vcodec"]?.text == "none" ? "audio" : "video"
        let format = (tree["ext"]?.text ?? "").lowercased().contains("webm") ? "webm" : "mp4"
        let size = ["width", "height"].compactMap { name in
            tree[name]?.integer.flatMap { $0 > 0 && $0 < 65536 ? " \(name)=\"\($0)\"" : nil }
        }.joined()
        let rate = tree["tbr"]?.number.flatMap { $0 > 0 && $0 < 1e7 ? Int($0 * 1000) : nil } ?? 1
        let beginning = hasBeginning ? "<Initialization sourceURL=\"\(escaped(fragments[0].address))\"/>" : ""
        let times = lengths.map { "<S d=\"\(Int64($0))\"/>" }.joined()
        let addresses = segments.map { "<SegmentURL media=\"\(escaped($0.address))\"/>" }.joined()
        return """
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT\(total)S"><Period>\
            <AdaptationSet mimeType="\(kind)/\(format)"><Representation id="1" bandwidth="\(rate)"\(size)>\
            <SegmentList timescale="\(Int64(scale))">\(beginning)<SegmentTimeline>\(times)</SegmentTimeline>\(addresses)\
            </SegmentList></Representation></AdaptationSet></Period></MPD>
            """
    }

    /// Escapes for an attribute. `$` has no special meaning in a list of segments.
    private static func escaped(_ address: String) -> String {
        address.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
