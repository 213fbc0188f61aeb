internal import CFFmpeg

/// The functions of libavfilter, found when they are first needed: what the shim says why.
struct FilterLibrary {
    let functions: tv_filters

    init() throws(MediaError) {
        var functions = tv_filters()
        guard tv_load_filters(&functions) != 0 else {
            throw MediaError(.noDecoder, operation: "load libavfilter \(LIBAVFILTER_VERSION_MAJOR)")
        }
        self.functions = functions
    }
}
