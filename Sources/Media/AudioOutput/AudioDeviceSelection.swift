package import PlayCore

/// The viewer's sound device, for the current output and later ones. Any thread. Switching does not interrupt playback:
/// the output opens the new device beside the old one and continues there from the audible frame. If the new device
/// cannot be opened, the old one stays in use.
package final class AudioDeviceSelection: Sendable {
    package struct Refusal: Sendable, Equatable {
        package let number: Int
        package let name: String
        package let reason: String
    }

    private struct State {
        var name: String
        var output: WeakOutput?
        var refusal: Refusal?
    }

    private struct WeakOutput {
        weak var output: AudioOutput?
    }

    private let state: Monitor<State>
    private let wakeUp: WakeUp
    private let remote: RemoteSound?

    /// - Parameters:
    ///   - wakeUp: signalled when a device could not be opened.
    ///   - remote: `nil` if sound is not sent to remote listeners.
    package init(name: String, wakeUp: WakeUp, remote: RemoteSound? = nil) {
        self.remote = remote
        state = Monitor(State(name: name))
        self.wakeUp = wakeUp
    }

    package var name: String { state.withLock { $0.name } }

    package var refusal: Refusal? { state.withLock { $0.refusal } }

    /// Returns an output that uses the chosen device, also after later choices. Does not wait.
    package func makeOutput(format: AudioFormat, pace: AudioPace = .film) -> AudioOutput {
        let name = name
        let output = AudioOutput(format: format, deviceName: name, pace: pace, remote: remote) {
            [weak self] wanted, kept, error in
            self?.refused(wanted, keeping: kept, error)
        }
        state.withLock { $0.output = WeakOutput(output: output) }
        let newest = self.name
        if newest != name { output.switchDevice(to: newest) }
        return output
    }

    package func select(_ name: String) {
        let output = state.withLock { state -> AudioOutput? in
            guard state.name != name else { return nil }
            state.name = name
            return state.output?.output
        }
        output?.switchDevice(to: name)
    }

    private func refused(_ wanted: String, keeping kept: String, _ error: AudioError) {
        let reason = error.text
        state.withLock { state in
            if state.name == wanted { state.name = kept }
            state.refusal = Refusal(number: (state.refusal?.number ?? 0) + 1, name: wanted, reason: reason)
        }
        wakeUp.signal()
    }
}
