package import AudioOutput
package import PlayCore
package import TUI

/// The sound devices for the screen: listed on a thread of its own, since ALSA reads files for it and asks servers.
/// Main thread.
package final class AudioDeviceLister: AudioDeviceControl {
    private let selection: AudioDeviceSelection
    private let wakeUp: WakeUp
    private let found = Monitor<[AudioDeviceList.Device]?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    package init(_ selection: AudioDeviceSelection, wakeUp: WakeUp) {
        self.selection = selection
        self.wakeUp = wakeUp
    }

    package var list: AudioDeviceList {
        AudioDeviceList(
            devices: found.withLock { $0 }, current: selection.name,
            refusal: selection.refusal.map {
                AudioDeviceList.Refusal(number: $0.number, name: $0.name, reason: $0.reason)
            }
        )
    }

    /// While it is being done it is not begun again.
    package func refresh() {
        let isFree = isListing.withLock { isListing in
            defer { isListing = true }
            return !isListing
        }
        guard isFree else { return }
        thread?.join()
        let (found, isListing, wakeUp) = (found, isListing, wakeUp)
        thread = WorkerThread(name: "audio-list") {
            let devices = AudioDevices.list().map { device in
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

    package func select(_ name: String) { selection.select(name) }

    /// A list that a dead server holds up is left alone: it ends with the process.
    package func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
