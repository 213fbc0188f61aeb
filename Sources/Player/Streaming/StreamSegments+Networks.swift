import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

extension StreamSegments {
    /// Asks the steering server when due, and obeys it, before choosing a segment of the main lane.
    func steer(_ rendition: Int) {
        guard let steering else { return }
        let measured = policy.flatMap { $0.estimator.isReliable ? $0.estimator.rate(at: clock.now) : nil }
        let throughput = measured.map { Int($0.bitsPerSecond) }
        if let answer = steering.update(pathway: lists.pathway(rendition), throughput: throughput) {
            Log.shared.write(.info, "net", "steering: \(answer.count) networks")
            lists.setPathways(answer)
        }
    }

    /// Switches to the preferred network. On failure, the present one stays in use.
    func follow(_ rendition: Int, isMain: Bool) {
        do throws(ByteSourceError) {
            guard try lists.follow(rendition), isMain else { return }
        } catch {
            return Log.shared.write(.warning, "net", "steering: \(error.code)")
        }
        let network = lists.network(rendition)
        control.update { $0.network = network }
    }

    /// Switches to the next CDN entry if it may have what this one lacks.
    func failOver(_ rendition: Int, after error: ByteSourceError) throws(ByteSourceError) -> Bool {
        guard try lists.failOver(rendition) else { return false }
        Log.shared.write(.warning, "net", "\(error.code): the next network is asked")
        let network = lists.network(rendition)
        control.update { $0.network = network }
        return true
    }
}
