/// What is captured: a device, the screen, or in place of one a file or a graph of libavfilter's. A value.
///
/// As text: `/dev/video0`, `alsa:default`, `pulse:NAME`, `screen`, `screen:DISPLAY`, `file:PATH`, `lavfi:GRAPH`.
package struct CaptureAddress: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case v4l2, alsa, pulse, screen, file, lavfi
    }

    private static let cameraPath = "/dev/video"

    package let kind: Kind
    /// Goes to FFmpeg as it is.
    package let name: String

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// Nil: it is none. A path of a device needs no word before it.
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

    /// Comes as fast as it is read; devices come when it happens.
    var isPacedHere: Bool { kind == .file || kind == .lavfi }

    /// FFmpeg's name of the format; nil: it looks by itself.
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

/// How pictures are sent. A value.
package struct CapturePicture: Sendable, Equatable {
    /// At most; the shape stays.
    package var width: Int
    package var height: Int
    /// Pictures a second, at most.
    package var rate: Int
    /// Bits a second, at most.
    package var bitRate: Int
    /// Degrees clockwise by which the source's pictures are turned: 0, 90, 180 or 270.
    package var rotation = 0
    /// How much flat areas are smoothed: 0 (not) to 5. Edges stay.
    package var smoothing = 0

    package init(width: Int, height: Int, rate: Int, bitRate: Int) {
        (self.width, self.height, self.rate, self.bitRate) = (width, height, rate, bitRate)
    }
}

/// What of a source is captured. A value.
package enum CaptureContent: Sendable, Equatable {
    /// 48 kHz, one channel.
    case sound
    case pictures(CapturePicture)
}
