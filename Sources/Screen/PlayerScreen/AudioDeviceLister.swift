package import AudioOutput
package import PlayCore
import PlaybackModel
package import TUI

/// Lists sound devices on the thread `audio-list`, because ALSA reads files and queries servers for it. Main thread.
package final class AudioDeviceLister: LoopSource {
    private let selection: AudioDeviceSelection
    private let listing: DeviceListing<[AudioDeviceList.Device]>
    /// Gets the sound in place of a device.
    private let program: String?
    private var hasListed = false
    package let wakeUps: [WakeUp]

    /// - Parameter list: may block.
    package init(
        _ selection: AudioDeviceSelection, wakeUp: WakeUp, program: String? = nil,
        list: @escaping @Sendable () -> [AudioDevices.Device]
    ) {
        self.selection = selection
        self.program = program
        wakeUps = [wakeUp]
        listing = DeviceListing("audio-list", wakeUp: wakeUp) {
            list().map { device in
                AudioDeviceList.Device(
                    name: device.name, description: device.description.onOneLine, isOutput: device.isOutput)
            }
        }
    }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled || !hasListed else { return [] }
        // Waits for the first picture, which needs the time: the listing reads the system's configuration.
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
            devices: listing.newest, current: selection.name,
            refusal: selection.refusal.map {
                AudioDeviceList.Refusal(number: $0.number, name: $0.name, reason: $0.reason)
            }
        )
    }

    private func refresh() {
        guard program == nil else { return }
        listing.refresh()
    }

    package func close() { listing.close() }
}
