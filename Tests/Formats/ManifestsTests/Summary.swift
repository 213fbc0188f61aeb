import Addresses
import Manifests
import PlayCore

/// The text form of a manifest in one line, for tables of real files.
enum Summary {
    static let address = "http://example.org/a/b/manifest"

    static func location() throws -> ManifestLocation {
        guard let address = Address(address) else { throw ManifestError(.unsupported, "no libcurl") }
        return .address(address)
    }

    static func of(_ bytes: [UInt8], isDASH: Bool) throws -> String {
        do {
            return isDASH ? try dash(bytes) : try hls(bytes)
        } catch let error as ManifestError {
            return "\(error.code)" + (error.line.map { " in line \($0)" } ?? "")
        }
    }

    private static func hls(_ bytes: [UInt8]) throws -> String {
        switch try HLSPlaylist.parse(bytes, at: try location()) {
        case .multivariant(let playlist): return "variants: " + renditions(playlist.presentation)
        case .media(let playlist): return "media: " + text(playlist.list)
        }
    }

    private static func dash(_ bytes: [UInt8]) throws -> String {
        let manifest = try DASHManifest.parse(bytes, at: try location())
        let presentation = manifest.presentation
        let state = manifest.isLive ? "live" : presentation.duration.map(seconds) ?? "open"
        return "\(manifest.periods.count) \(state): " + renditions(presentation)
    }

    private static func renditions(_ presentation: Presentation) -> String {
        presentation.renditions.map { rendition in
            var words = ["\(rendition.kind)"]
            if rendition.sources.count != 1 { words.append("×\(rendition.sources.count)") }
            if let protection = rendition.protection { words.append("(\(protection.reason))") }
            if case .timeline(let timeline)? = rendition.sources.first?.content { words.append(text(timeline)) }
            return words.joined(separator: " ")
        }.joined(separator: "; ")
    }

    private static func text(_ timeline: DASHTimeline) -> String {
        if !timeline.indexRequests.isEmpty { return "indexed" }
        do {
            return text(try timeline.list(at: nil))
        } catch {
            return "\(error.code)"
        }
    }

    private static func text(_ list: SegmentList) -> String {
        var words = ["\(list.segments.count)", seconds(list.duration), list.isEnded ? "ended" : "live"]
        let first = list.segments.first
        if let number = first?.number, number > 1 { words.append("from \(number)") }
        if let start = first?.start, start > .zero { words.append("at \(seconds(start))") }
        let changes = Set(list.segments.map(\.discontinuity)).count
        if changes > 1 { words.append("discontinuities \(changes - 1)") }
        let gaps = list.segments.count { $0.isGap }
        if gaps > 0 { words.append("gaps \(gaps)") }
        if list.segments.contains(where: { $0.range != nil }) { words.append("ranges") }
        if list.segments.contains(where: { $0.initSection != nil }) { words.append("init") }
        let keys = Set(list.segments.compactMap(\.key)).count
        if keys > 0 { words.append("keys \(keys)") }
        let parts = list.segments.reduce(0) { $0 + $1.parts.count }
        if parts > 0 { words.append("parts \(parts)") }
        return words.joined(separator: " ")
    }

    /// Returns the seconds, rounded to milliseconds.
    private static func seconds(_ time: MediaTime) -> String {
        let thousandths = (time.nanoseconds + 500_000) / 1_000_000
        let rest = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
