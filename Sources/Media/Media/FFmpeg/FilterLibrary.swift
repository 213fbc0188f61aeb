internal import CFFmpeg

/// libavfilter, loaded at its first use (20 to 30 ms) and kept: most runs never need it, and the program starts in half
/// the time without it (see `filters.h`). Any thread.
final class FilterLibrary: @unchecked Sendable {
    // Sendable: addresses of functions, written once before `init` returns.
    let calls: tv_filters

    private static let library = Result { () throws(MediaError) in try FilterLibrary() }

    private init() throws(MediaError) {
        var calls = tv_filters()
        if let reason = tv_load_filters(&calls) {
            throw MediaError(.decode, operation: "load libavfilter", libraryText: String(cString: reason))
        }
        self.calls = calls
    }

    /// - Throws: each time, when it is not installed or another version.
    static func loaded() throws(MediaError) -> FilterLibrary { try library.get() }
}
