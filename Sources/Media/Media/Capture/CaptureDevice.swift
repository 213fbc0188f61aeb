internal import CFFmpeg
import PlayCore

package struct CaptureDevice: Sendable, Equatable {
    package let address: CaptureAddress
    /// The system's text, possibly several lines; unverified.
    package let description: String

    package init(_ address: CaptureAddress, description: String) {
        (self.address, self.description) = (address, description)
    }

    /// The most devices of each kind.
    package static let most = 200

    /// Returns the sources of sound servers, including echo cancellers. Waits for servers. Empty without libavdevice.
    /// Omits ALSA's own: libavdevice 59 crashes on devices without a description, such as every user's `pcm.!default`.
    package static func servedMicrophones() -> [CaptureDevice] { list(.pulse) }

    package static func cameras() -> [CaptureDevice] { list(.v4l2) }

    private static func list(_ kind: CaptureAddress.Kind) -> [CaptureDevice] {
        let calls: tv_devices
        do throws(MediaError) {
            calls = try DeviceLibrary.loaded().calls
        } catch {
            Log.shared.write(.warning, "live", "\(error)")
            return []
        }
        guard let format = av_find_input_format(kind.rawValue) else { return [] }
        var list: UnsafeMutablePointer<AVDeviceInfoList>?
        defer { calls.free_list_devices(&list) }
        guard calls.list_input_sources(format, nil, nil, &list) >= 0, let list, let devices = list.pointee.devices
        else { return [] }
        return (0..<min(Int(list.pointee.nb_devices), most)).compactMap { index in
            guard let device = devices[index]?.pointee, let name = device.device_name else { return nil }
            return CaptureDevice(
                CaptureAddress(kind, String(cString: name)),
                description: device.device_description.map { String(cString: $0) } ?? "")
        }
    }
}
