import Manifests
import MediaSources
import PlayCore
import PlaybackModel

/// Prefers segments on the disk. A cached stream does not measure the network, so adaptation alone would fetch small
/// segments although large ones are cached.
extension StreamSegments {
    /// Returns the largest fitting rendition above the chosen one that the disk has, if it lacks the chosen one.
    func kept(_ chosen: Int, at time: MediaTime) -> Int {
        // Loads lists of other renditions only if parts of the stream are cached.
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
