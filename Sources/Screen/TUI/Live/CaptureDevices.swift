import ClassRules
import PlayCore

package struct CaptureDeviceList: Sendable, Equatable {
    package struct Device: Sendable, Equatable {
        /// The name for options and commands.
        package let address: String
        /// The system's text; unverified.
        package let description: String

        package init(_ address: String, description: String) {
            (self.address, self.description) = (address, description)
        }
    }

    /// `nil` until the devices were listed.
    package var microphones: [Device]?
    package var cameras: [Device]?
    /// In use now or when switched on. It may be missing in the list.
    package var microphone: String
    package var camera: String

    package init(microphone: String = "alsa:default", camera: String = "/dev/video0") {
        (self.microphone, self.camera) = (microphone, camera)
    }

    /// Returns the devices. The one in use comes first if the system does not list it.
    func devices(_ device: OwnMediaOrder.Device) -> [Device]? {
        guard let all = device == .microphone ? microphones : cameras else { return nil }
        let current = current(device)
        let isListed = all.contains { $0.address == current } || Self.isUsual(current)
        return isListed ? all : [Device(current, description: "")] + all
    }

    func current(_ device: OwnMediaOrder.Device) -> String { device == .microphone ? microphone : camera }

    /// Whether the device is the default, not the viewer's choice. A default that is not listed does not exist.
    private static func isUsual(_ address: String) -> Bool {
        let usual = CaptureDeviceList()
        return address == usual.microphone || address == usual.camera
    }
}

extension AppState {
    var captureDeviceRows: [PanelRow] {
        [.heading(tr("Microphone"))] + rows(of: .microphone, none: tr("No microphone found"))
            + [.heading(tr("Camera"))] + rows(of: .camera, none: tr("No camera found"))
    }

    private func rows(of device: OwnMediaOrder.Device, none: String) -> [PanelRow] {
        guard let list = room?.live?.devices, let devices = list.devices(device) else {
            return [PanelRow(.nothing, tr("Searching for devices…"), refusal: tr("Querying the system"))]
        }
        guard !devices.isEmpty else { return [PanelRow(.nothing, tr("no device"), refusal: none)] }
        return devices.map { one in
            PanelRow(
                .captureDevice(device, one.address), SafeText.clean(one.address, limit: 200),
                detail: SafeText.clean(one.description, limit: 200), isCurrent: one.address == list.current(device))
        }
    }

    mutating func choose(_ device: OwnMediaOrder.Device, _ address: String, at now: HostTime) -> [Effect] {
        let name = SafeText.clean(address, limit: 100)
        message = Message(device == .microphone ? tr("Microphone: %1", name) : tr("Camera: %1", name), at: now)
        return [.ownMedia(.choose(device, address))]
    }
}
