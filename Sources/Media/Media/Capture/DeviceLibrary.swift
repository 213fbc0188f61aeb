internal import CFFmpeg

/// libavdevice, loaded at its first use and kept (see `devices.h`). Any thread.
enum DeviceLibrary {
    private static let library = Result { () throws(MediaError) in
        if let reason = tv_load_devices() {
            throw MediaError(.noDecoder, operation: "load libavdevice", libraryText: String(cString: reason))
        }
    }

    /// - Throws: each time, when it is not installed or another version.
    static func load() throws(MediaError) { try library.get() }
}
