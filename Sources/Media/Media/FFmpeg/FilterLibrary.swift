internal import CFFmpeg

/// libavfilter, loaded at its first use (20 to 30 ms) and kept. Without it, as in most runs, the program starts in half
/// the time (see `filters.h`). Any thread.
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

    /// - Throws: on each call if it is not installed or has another version.
    static func loaded() throws(MediaError) -> FilterLibrary { try library.get() }

    func add(
        _ filter: inout UnsafeMutablePointer<AVFilterContext>?, to graph: UnsafeMutablePointer<AVFilterGraph>?,
        _ kind: String, _ name: String, _ arguments: String?
    ) throws(MediaError) {
        try check(
            calls.graph_create_filter(&filter, calls.get_by_name(kind), name, arguments, nil, graph),
            "set up filter \(kind)")
    }

    func connect(
        _ input: UnsafeMutablePointer<AVFilterContext>?, _ output: UnsafeMutablePointer<AVFilterContext>?,
        in graph: UnsafeMutablePointer<AVFilterGraph>?, _ description: String
    ) throws(MediaError) {
        // Named from the graph's outside: the source's output is the input of its first filter.
        var outputs: UnsafeMutablePointer<AVFilterInOut>? = allocated(calls.inout_alloc(), "filter graph")
        var inputs: UnsafeMutablePointer<AVFilterInOut>? = allocated(calls.inout_alloc(), "filter graph")
        defer {
            calls.inout_free(&outputs)
            calls.inout_free(&inputs)
        }
        outputs?.pointee.name = av_strdup("in")
        outputs?.pointee.filter_ctx = input
        inputs?.pointee.name = av_strdup("out")
        inputs?.pointee.filter_ctx = output
        try check(calls.graph_parse_ptr(graph, description, &inputs, &outputs, nil), "read the filters")
    }
}
