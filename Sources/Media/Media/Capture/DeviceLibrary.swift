internal import CFFmpeg

/// libavdevice, loaded at its first use and kept (see `devices.h`). Any thread.
final class DeviceLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, written once before `init` returns.
    let calls: tv_devices

    private static let library = Result { () throws(MediaError) in try DeviceLibrary() }

    private init() throws(MediaError) {
        var calls = tv_devices()
        if let reason = tv_load_devices(&calls) {
            throw MediaError(.noDecoder, operation: "load libavdevice", libraryText: String(cString: reason))
        }
        self.calls = calls
    }

    /// - Throws: on each call if it is not installed or has another version.
    @discardableResult
    static func loaded() throws(MediaError) -> DeviceLibrary { try library.get() }
}
