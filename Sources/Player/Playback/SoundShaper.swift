import Glibc
import Media
import PlayCore

struct SoundShape: Sendable, Equatable {
    var graph: String?
    var factor: Float = 1

    init() {}

    init(_ filters: SoundFilters, _ tags: ReplayGain.Tags?) {
        graph = filters.graph
        let (decibels, peak) = filters.gain.level(tags)
        let wanted = pow(10, decibels / 20)
        factor = Float(peak.map { $0 > 0 ? min(wanted, 1 / $0) : wanted } ?? wanted)
    }
}

/// Filters one run of sound. One thread (`audio-dec`). Without a graph and a factor, samples pass unchanged.
final class SoundShaper {
    private var filter: SoundFilter?
    private let factor: Float
    private let onFailure: (MediaError) -> Void

    init() {
        factor = 1
        onFailure = { _ in }
    }

    /// - Parameter onFailure: called once, with the reason, if the sound passes unfiltered.
    init(_ shape: SoundShape, format: AudioFormat, onFailure: @escaping (MediaError) -> Void) {
        factor = shape.factor
        self.onFailure = onFailure
        guard let graph = shape.graph else { return }
        do throws(MediaError) {
            filter = try SoundFilter(graph, format: format)
        } catch {
            onFailure(error)
        }
    }

    var isFiltering: Bool { filter != nil }

    /// Passes the ready samples to `body`. Returns false once `body` returns false, which ends the run.
    func process(_ samples: [Float], start: MediaTime, _ body: ([Float], MediaTime) -> Bool) -> Bool {
        let samples = factor == 1 ? samples : samples.map { $0 * factor }
        guard let filter else { return body(samples, start) }
        do throws(MediaError) {
            return try filter.process(samples, start: start, body)
        } catch {
            self.filter = nil
            onFailure(error)
            return body(samples, start)
        }
    }

    func finish(_ body: ([Float], MediaTime) -> Bool) {
        guard let filter else { return }
        do throws(MediaError) {
            try filter.finish(body)
        } catch {
            Log.shared.write(.warning, "audio", "\(error)")
        }
    }
}
