import ClassRules
import PlayCore
import ScreenKit

package struct CaptureDeviceList: Sendable, Equatable {
    package struct Device: Sendable, Equatable {
        /// The device's name in options and commands.
        package let address: String
        /// The system's unverified name.
        package let description: String

        package init(_ address: String, description: String) {
            (self.address, self.description) = (address, description)
        }
    }

    /// The microphones, or `nil` until the devices have been listed.
    package var microphones: [Device]?
    package var cameras: [Device]?
    /// The device in use, or used when switched on. The list may lack it.
    package var microphone: String
    package var camera: String

    package init(microphone: String = "alsa:default", camera: String = "/dev/video0") {
        (self.microphone, self.camera) = (microphone, camera)
    }

    /// Returns the devices. The one in use is added first if the system does not list it.
    func devices(_ device: OwnMediaOrder.Device) -> [Device]? {
        guard let all = device == .microphone ? microphones : cameras else { return nil }
        let current = current(device)
        let isListed = all.contains { $0.address == current } || Self.isUsual(current)
        return isListed ? all : [Device(current, description: "")] + all
    }

    func current(_ device: OwnMediaOrder.Device) -> String { device == .microphone ? microphone : camera }

    /// Whether this is the default device, which the viewer did not choose. If the system does not list it, it does not
    /// exist.
    private static func isUsual(_ address: String) -> Bool {
        let usual = CaptureDeviceList()
        return address == usual.microphone || address == usual.camera
    }
}

extension ClassScreen {
    var captureDeviceRows: [Row] {
        [.heading(tr("Microphone"))] + rows(of: .microphone, none: tr("No microphone found"))
            + [.heading(tr("Camera"))] + rows(of: .camera, none: tr("No camera found"))
    }

    private func rows(of device: OwnMediaOrder.Device, none: String) -> [Row] {
        guard let list = live?.devices, let devices = list.devices(device) else {
            return [Row(.nothing, tr("Searching for devices…"), refusal: tr("Querying the system"))]
        }
        guard !devices.isEmpty else { return [Row(.nothing, tr("no device"), refusal: none)] }
        return devices.map { one in
            Row(
                .captureDevice(device, one.address), SafeText.clean(one.address, limit: 200),
                detail: SafeText.clean(one.description, limit: 200), isCurrent: one.address == list.current(device))
        }
    }

    func choose(_ device: OwnMediaOrder.Device, _ address: String) -> Consequences {
        let name = SafeText.clean(address, limit: 100)
        return [
            .say(device == .microphone ? tr("Microphone: %1", name) : tr("Camera: %1", name)),
            .ownMedia(.choose(device, address)),
        ]
    }
}
