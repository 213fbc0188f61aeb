import MediaSources
import PlayCore
import PlaybackModel

/// What the `playback` thread and the one that reads a film tell each other of its definitions.
final class DefinitionControl: StreamHandle {
    private struct State {
        var status: StreamStatus
        var demand: StreamDemand?
    }

    private let state: Monitor<State>

    init(_ status: StreamStatus) { state = Monitor(State(status: status)) }

    var status: StreamStatus { state.withLock { $0.status } }

    func note(_ demand: StreamDemand) { state.withLock { $0.demand = demand } }

    func selectDefinition(_ index: Int?) {
        state.withLock { state in
            if let index, !state.status.definitions.indices.contains(index) { return }
            state.status.chosenDefinition = index
        }
    }

    /// There is one angle, and texts come with the film.
    func selectAngle(_ track: Int) {}
    func selectTexts(_ tracks: Set<Int>) {}

    // MARK: `demux` thread

    var demand: StreamDemand? { state.withLock { $0.demand } }

    func began(_ definition: Int, _ reason: String) {
        state.withLock {
            $0.status.definition = definition
            $0.status.statistics.reason = reason
        }
    }
}
