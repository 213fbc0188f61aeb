package import AudioOutput
package import PlayCore
import PlaybackModel
package import TUI

/// The sound devices for the screen: listed on a thread of its own, since ALSA reads files for it and asks servers.
/// Main thread.
package final class AudioDeviceLister: LoopSource {
    private let selection: AudioDeviceSelection
    private let wakeUp: WakeUp
    private let list: @Sendable () -> [AudioDevices.Device]
    private let program: String?
    private var hasListed = false
    private let found = Monitor<[AudioDeviceList.Device]?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - wakeUp: signalled when there is another list.
    ///   - program: what gets the sound in place of a device; nil: none does.
    ///   - list: what the system has; may wait.
    package init(
        _ selection: AudioDeviceSelection, wakeUp: WakeUp, program: String? = nil,
        list: @escaping @Sendable () -> [AudioDevices.Device]
    ) {
        self.selection = selection
        self.wakeUp = wakeUp
        self.program = program
        self.list = list
    }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled || !hasListed else { return [] }
        // Not before the first picture: reading the system's configuration costs time that it needs.
        if !hasListed, [.playing, .paused].contains(loop.state.snapshot.status) {
            hasListed = true
            refresh()
        }
        let devices = devices
        return devices == loop.state.audioDevices ? [] : [.audioDevices(devices)]
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .listAudioDevices: refresh()
        case .selectAudioDevice(let name): selection.select(name)
        default: return false
        }
        return true
    }

    private var devices: AudioDeviceList {
        if let program { return AudioDeviceList(devices: [], program: program) }
        return AudioDeviceList(
            devices: found.withLock { $0 }, current: selection.name,
            refusal: selection.refusal.map {
                AudioDeviceList.Refusal(number: $0.number, name: $0.name, reason: $0.reason)
            }
        )
    }

    /// While it is being done it is not begun again.
    private func refresh() {
        guard program == nil else { return }
        let isFree = isListing.withLock { isListing in
            defer { isListing = true }
            return !isListing
        }
        guard isFree else { return }
        thread?.join()
        let (found, isListing, wakeUp, list) = (found, isListing, wakeUp, list)
        thread = WorkerThread(name: "audio-list") {
            let devices = list().map { device in
                AudioDeviceList.Device(
                    name: device.name,
                    description: device.description.split(separator: "\n").joined(separator: ", "),
                    isOutput: device.isOutput)
            }
            found.withLock { $0 = devices }
            isListing.withLock { $0 = false }
            wakeUp.signal()
        }
    }

    /// A list that a dead server holds up is left alone: it ends with the process.
    package func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
