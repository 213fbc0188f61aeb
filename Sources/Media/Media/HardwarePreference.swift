/// Which hardware may decode (`--hwdec`).
package enum HardwarePreference: Sendable, Equatable {
    case none
    /// Any device that exists. The viewer gets no message if there is none.
    case automatic
    /// FFmpeg's name, such as "vaapi" or "cuda". If it fails, software decodes and the viewer is notified.
    case named(String)

    var deviceNames: [String] {
        switch self {
        case .none: []
        case .automatic: ["vaapi", "cuda", "drm", "vdpau"]
        case .named(let name): [name]
        }
    }
}
