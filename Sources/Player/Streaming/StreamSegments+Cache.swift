import Adaptation
import Manifests
import MediaSources
import PlayCore
import PlaybackModel

/// What is on the disk costs nothing: the second time a stream is played its line is not measured, since nothing comes
/// over it, and adaptation by itself would fetch small segments beside large ones that are there.
extension StreamSegments {
    /// The rendition of the segment at `time`: the one that was chosen, or where that one is not on the disk, the largest
    /// above it that is and that the terminal shows.
    func kept(_ chosen: Int, at time: MediaTime) -> Int {
        // Lists of other renditions are loaded only for a stream of which something was there.
        guard access.cachedBytes > 0, control.status.chosenDefinition == nil, let policy,
            let index = policy.ladder.index(of: lists.presentation.renditions[chosen].id), !isKept(chosen, at: time)
        else { return chosen }
        let allowed = policy.cap?.allowed(in: policy.ladder) ?? policy.ladder.adaptive
        let larger = allowed.filter { $0 > index }.reversed().compactMap { rungs[policy.ladder[$0].key] }
        return larger.first { isKept($0, at: time) } ?? chosen
    }

    private func isKept(_ rendition: Int, at time: MediaTime) -> Bool {
        do throws(ByteSourceError) {
            let list = try lists.list(pictures(of: rendition))
            guard let index = Self.index(list, after: time) else { return false }
            return access.isKept(list.segments[index].resource, list.segments[index].range)
        } catch {
            Log.shared.write(.info, "net", "not looked for on the disk: \(error.code)")
            return false
        }
    }
}
