import PlayCore
import XML

/// Splice messages in XML (SCTE 35 2023, 11.2), as in DASH's events: as elements, or in binary form as text.
enum SpliceElement {
    /// Prefix of an `EventStream`'s scheme. The year and the form follow.
    static let scheme = "urn:scte:scte35:"

    static func cues(_ event: XMLElement) -> [SpliceCue] {
        let signal = event.first("Signal") ?? event
        if let section = signal.first("SpliceInfoSection") { return cues(section: section) }
        let text = event["messageData"] ?? signal.first("Binary")?.text ?? event.wholeText
        do throws(ManifestError) {
            return try SpliceSection.cues(text)
        } catch {
            return []
        }
    }

    private static func cues(section: XMLElement) -> [SpliceCue] {
        var cues: [SpliceCue] = []
        if let insert = section.first("SpliceInsert") {
            let event = SpliceEvent.insert(insert.number("spliceEventId") ?? 0)
            let duration = insert.first("BreakDuration")?.number("duration").map { MediaTime(ticks: $0) }
            if insert.isSet("spliceEventCancelIndicator") {
                cues.append(.cancelled(event))
            } else {
                cues.append(insert.isSet("outOfNetworkIndicator") ? .out(event, duration: duration) : .back(event))
            }
        }
        let descriptors = section.children("SegmentationDescriptor").prefix(256)
        cues += descriptors.compactMap { descriptor in
            let id = descriptor.number("segmentationEventId") ?? 0
            if descriptor.isSet("segmentationEventCancelIndicator") { return .cancelled(.anySegmentation(id: id)) }
            guard let type = descriptor.number("segmentationTypeId") else { return nil }
            return SpliceEvent.cue(
                type: type, id: id,
                duration: descriptor.number("segmentationDuration").map { MediaTime(ticks: $0) })
        }
        return cues
    }
}

extension XMLElement {
    fileprivate func isSet(_ name: String) -> Bool { ["true", "1"].contains(self[name]) }
}
