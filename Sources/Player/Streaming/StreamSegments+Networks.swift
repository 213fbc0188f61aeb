import Adaptation
import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

/// Which of the networks that have a rendition it is read from.
extension StreamSegments {
    /// Before a segment of the main lane is chosen: the steering server is asked when it is time, and followed.
    func steer(_ rendition: Int) {
        guard let steering else { return }
        let measured = policy.flatMap { $0.estimator.isReliable ? $0.estimator.rate(at: clock.now) : nil }
        let throughput = measured.map { Int($0.bitsPerSecond) }
        if let answer = steering.update(pathway: lists.pathway(rendition), throughput: throughput) {
            Log.shared.write(.info, "net", "steering: \(answer.count) networks")
            lists.setPathways(answer)
        }
    }

    /// Onto the network that is wanted. Where that cannot be had the one that is in use goes on.
    func follow(_ rendition: Int, isMain: Bool) {
        do throws(ByteSourceError) {
            guard try lists.follow(rendition), isMain else { return }
        } catch {
            return Log.shared.write(.warning, "net", "steering: \(error.code)")
        }
        let network = lists.network(rendition)
        control.update { $0.network = network }
    }

    /// The next CDN entry, when it may have what this one has not.
    func failOver(_ rendition: Int, after error: ByteSourceError) throws(ByteSourceError) -> Bool {
        guard try lists.failOver(rendition) else { return false }
        Log.shared.write(.warning, "net", "\(error.code): the next network is asked")
        let network = lists.network(rendition)
        control.update { $0.network = network }
        return true
    }
}
