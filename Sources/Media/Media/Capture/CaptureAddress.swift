/// As text: `/dev/video0`, `alsa:default`, `pulse:NAME`, `screen`, `screen:DISPLAY`, or in place of a device
/// `file:PATH`, `lavfi:GRAPH`.
package struct CaptureAddress: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case v4l2, alsa, pulse, screen, file, lavfi
    }

    private static let cameraPath = "/dev/video"

    package let kind: Kind
    /// The name, passed to FFmpeg unchanged.
    package let name: String

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// Parses an address, or returns `nil` if the text is none. A device's path needs no prefix.
    package init?(_ text: String) {
        if text.hasPrefix(Self.cameraPath) {
            self.init(.v4l2, text)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let name = parts.count > 1 ? String(parts[1]) : ""
        guard !text.utf8.contains(0), kind == .screen || !name.isEmpty else { return nil }
        self.init(kind, name)
    }

    package var text: String {
        if kind == .v4l2, name.hasPrefix(Self.cameraPath) { return name }
        return name.isEmpty ? kind.rawValue : kind.rawValue + ":" + name
    }

    /// Whether the source must be paced here: it delivers as fast as it is read, a device in real time.
    var isPacedHere: Bool { kind == .file || kind == .lavfi }

    /// FFmpeg's name of the format, or `nil` to let FFmpeg detect it.
    var format: String? {
        switch kind {
        case .v4l2: "v4l2"
        case .alsa: "alsa"
        case .pulse: "pulse"
        case .screen: "x11grab"
        case .lavfi: "lavfi"
        case .file: nil
        }
    }
}

package struct CapturePicture: Sendable, Equatable {
    /// The largest width in pixels; the proportions are kept.
    package var width: Int
    package var height: Int
    /// The most pictures a second.
    package var rate: Int
    /// The most bits a second.
    package var bitRate: Int
    /// Degrees clockwise by which the source's pictures are turned: 0, 90, 180 or 270.
    package var rotation = 0
    /// The amount of smoothing in flat areas: 0 (none) to 5. Edges stay.
    package var smoothing = 0

    package init(width: Int, height: Int, rate: Int, bitRate: Int) {
        (self.width, self.height, self.rate, self.bitRate) = (width, height, rate, bitRate)
    }
}

package enum CaptureContent: Sendable, Equatable {
    /// 48 kHz, one channel.
    case sound
    case pictures(CapturePicture)
}
