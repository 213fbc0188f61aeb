import AudioOutput
import ClassPanes
import Media
import PlayCore
import PlayerScreen
import TUI

/// The microphones and cameras, listed on the thread `capture-list`. Main thread.
final class CaptureDeviceLister {
    struct Found: Sendable, Equatable {
        var microphones: [CaptureDevice]
        var cameras: [CaptureDevice]

        init(microphones: [CaptureDevice], cameras: [CaptureDevice]) {
            (self.microphones, self.cameras) = (microphones, cameras)
        }

        @Sendable static func ofSystem() -> Found {
            let own = (SoundDeviceProcess.list(.input) ?? []).prefix(CaptureDevice.most).map { device in
                CaptureDevice(CaptureAddress(.alsa, device.name), description: device.description)
            }
            return Found(microphones: CaptureDevice.servedMicrophones() + own, cameras: CaptureDevice.cameras())
        }
    }

    let wakeUp = WakeUp()
    private let listing: DeviceListing<CaptureDeviceList>

    init(_ list: @escaping @Sendable () -> Found = Found.ofSystem) {
        listing = DeviceListing("capture-list", wakeUp: wakeUp) {
            let found = list()
            var devices = CaptureDeviceList()
            devices.microphones = found.microphones.map(Self.shown)
            devices.cameras = found.cameras.map(Self.shown)
            return devices
        }
    }

    func devices(microphone: String, camera: String) -> CaptureDeviceList {
        var devices = listing.newest ?? CaptureDeviceList()
        (devices.microphone, devices.camera) = (microphone, camera)
        return devices
    }

    private static func shown(_ device: CaptureDevice) -> CaptureDeviceList.Device {
        CaptureDeviceList.Device(device.address.text, description: device.description.onOneLine)
    }

    func refresh() { listing.refresh() }

    func close() { listing.close() }
}
