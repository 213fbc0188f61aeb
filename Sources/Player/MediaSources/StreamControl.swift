import PlayCore
package import PlaybackModel

/// The state that the `playback` thread and the reading thread share about a stream or a film with definitions.
package final class StreamControl: StreamHandle {
    private struct State {
        var status = StreamStatus()
        var demand: StreamDemand?
        var texts: Set<Int> = []
    }

    private let state: Monitor<State>

    package init(_ status: StreamStatus) { state = Monitor(State(status: status)) }

    package var status: StreamStatus { state.withLock { $0.status } }

    package func note(_ demand: StreamDemand) { state.withLock { $0.demand = demand } }

    package func selectDefinition(_ index: Int?) {
        state.withLock { state in
            if let index, !state.status.definitions.indices.contains(index) { return }
            state.status.chosenDefinition = index
        }
    }

    package func selectAngle(_ track: Int) {
        state.withLock { if $0.status.angles.contains(track) { $0.status.angle = track } }
    }

    package func selectTexts(_ tracks: Set<Int>) { state.withLock { $0.texts = tracks } }

    // MARK: `demux` thread

    package var texts: Set<Int> { state.withLock { $0.texts } }

    package var angle: Int? { state.withLock { $0.status.angle } }

    package var demand: StreamDemand? { state.withLock { $0.demand } }

    package func update(_ change: (inout StreamStatus) -> Void) { state.withLock { change(&$0.status) } }
}
