import Manifests
import MediaSources
package import PlayCore
import PlaybackModel

extension StreamSource {
    package var switchedTracks: Set<Int> { main.names }
    package var wantsSwitch: Bool { abandonment != nil }

    package func switchEdges() -> [MediaTime] {
        // Returned once. If no decoder can go back there, the segment is read to its end.
        defer { abandonment = nil }
        if let abandonment {
            switching = abandonment.variant
            return [abandonment.edge]
        }
        switching = nil
        let readsPictures = segments.wantsPicture && segments.control.status.carriesPictures
        guard readsPictures || segments.soundOnly == nil, let list = segments.lists.knownList(main.rendition)
        else { return [] }
        // The planned segment was chosen earlier.
        main.replan()
        let variant = chosenVariant
        do throws(ByteSourceError) {
            try segments.checkAngle(of: variant)
        } catch {
            // Requested again with its next segment, where a failure counts.
            Log.shared.write(.debug, "net", "no angle yet: \(error.code)")
            return []
        }
        guard variant != main.variant || segments.pictures(of: variant) != main.rendition else { return [] }
        let playing = segments.control.demand?.position ?? position
        let earliest = playing + segments.fetchTime(of: variant)
        return StreamSegments.edges(list).filter { $0 > earliest && $0 < main.cursor }
    }

    private var chosenVariant: Int {
        segments.control.status.chosenDefinition.map { segments.definitions[$0].rendition } ?? main.variant
    }

    package func switchOver(at edge: MediaTime) {
        segments.store.dropUnfinished()
        forget(main)
        main.change(to: switching ?? chosenVariant, at: edge)
        placed.insert(ObjectIdentifier(main))
    }
}
