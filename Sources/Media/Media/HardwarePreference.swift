/// Which hardware may decode (`--hwdec`).
package enum HardwarePreference: Sendable, Equatable {
    /// Never.
    case none
    /// Whatever device is there; nothing is said when there is none.
    case automatic
    /// This kind of device: FFmpeg's name, such as "vaapi" or "cuda". When it fails, software decodes and the viewer is
    /// told.
    case named(String)

    var deviceNames: [String] {
        switch self {
        case .none: []
        case .automatic: ["vaapi", "cuda", "drm", "vdpau"]
        case .named(let name): [name]
        }
    }
}
