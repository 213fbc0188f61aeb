package import Media
package import PlayCore
import TUI

/// Which microphones and cameras there are, listed on a thread of its own (`capture-list`), since servers of sound are
/// asked and devices opened. Main thread.
package final class CaptureDeviceLister {
    /// What the system has. A value.
    package struct Found: Sendable, Equatable {
        package var microphones: [CaptureDevice]
        package var cameras: [CaptureDevice]

        package init(microphones: [CaptureDevice], cameras: [CaptureDevice]) {
            (self.microphones, self.cameras) = (microphones, cameras)
        }

        @Sendable package static func ofSystem() -> Found {
            Found(microphones: CaptureDevice.microphones(), cameras: CaptureDevice.cameras())
        }
    }

    /// Signalled when there is another list.
    let wakeUp = WakeUp()
    private let list: @Sendable () -> Found
    private let found = Monitor<Found?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    /// - Parameter list: may wait.
    package init(_ list: @escaping @Sendable () -> Found = Found.ofSystem) { self.list = list }

    /// - Parameters: what is used, as text.
    func devices(microphone: String, camera: String) -> CaptureDeviceList {
        var devices = CaptureDeviceList(microphone: microphone, camera: camera)
        guard let found = found.withLock({ $0 }) else { return devices }
        devices.microphones = found.microphones.map(Self.shown)
        devices.cameras = found.cameras.map(Self.shown)
        return devices
    }

    private static func shown(_ device: CaptureDevice) -> CaptureDeviceList.Device {
        CaptureDeviceList.Device(
            device.address.text,
            description: device.description.split(separator: "\n").joined(separator: ", "))
    }

    /// While it is being done it is not begun again.
    func refresh() {
        let isFree = isListing.withLock { isListing in
            defer { isListing = true }
            return !isListing
        }
        guard isFree else { return }
        thread?.join()
        let (found, isListing, wakeUp, list) = (found, isListing, wakeUp, list)
        thread = WorkerThread(name: "capture-list") {
            let new = list()
            found.withLock { $0 = new }
            isListing.withLock { $0 = false }
            wakeUp.signal()
        }
    }

    /// A list that a dead server holds up is left alone: it ends with the process.
    func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
