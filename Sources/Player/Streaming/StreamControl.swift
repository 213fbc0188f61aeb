import MediaSources
import PlayCore
import PlaybackModel

/// What the `playback` thread and the one that reads tell each other.
final class StreamControl: StreamHandle {
    private struct State {
        var status = StreamStatus()
        var demand: StreamDemand?
        var texts: Set<Int> = []
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

    func selectAngle(_ track: Int) {
        state.withLock { if $0.status.angles.contains(track) { $0.status.angle = track } }
    }

    func selectTexts(_ tracks: Set<Int>) { state.withLock { $0.texts = tracks } }

    // MARK: `demux` thread

    var texts: Set<Int> { state.withLock { $0.texts } }

    /// The angle that is chosen; nil: there is one picture only.
    var angle: Int? { state.withLock { $0.status.angle } }

    var demand: StreamDemand? { state.withLock { $0.demand } }

    func update(_ change: (inout StreamStatus) -> Void) { state.withLock { change(&$0.status) } }
}
