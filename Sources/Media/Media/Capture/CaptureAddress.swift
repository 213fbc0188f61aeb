/// As text: `/dev/video0`, `alsa:default`, `pulse:NAME`, `screen[:DISPLAY]`, `window:ID`, `file:PATH`, `lavfi:GRAPH`.
package struct CaptureAddress: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case v4l2, alsa, pulse, screen, window, file, lavfi
    }

    private static let cameraPath = "/dev/video"

    package let kind: Kind
    /// Passed to FFmpeg unchanged; the ID of a window of the display in `DISPLAY`.
    package let name: String

    package init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, name) }

    /// A device's path needs no prefix.
    package init?(_ text: String) {
        if text.hasPrefix(Self.cameraPath) {
            self.init(.v4l2, text)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let name = parts.count > 1 ? String(parts[1]) : ""
        guard !text.utf8.contains(0), kind == .screen || !name.isEmpty else { return nil }
        guard kind == .window else {
            self.init(kind, name)
            return
        }
        guard let id = Self.windowID(name) else { return nil }
        self.init(window: id)
    }

    package init(window id: UInt32) { self.init(.window, String(id)) }

    /// Reads the ID of a window, as X11's programs print it (`0x40000a`) or in decimal.
    package static func windowID(_ text: some StringProtocol) -> UInt32? {
        let id = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
        return id == 0 ? nil : id
    }

    package var text: String {
        if kind == .v4l2, name.hasPrefix(Self.cameraPath) { return name }
        return name.isEmpty ? kind.rawValue : kind.rawValue + ":" + name
    }

    /// The name that FFmpeg opens.
    var source: String { kind == .window ? "" : name }

    /// Whether this program must pace the source, which delivers as fast as it is read. A device delivers in real time.
    var isPacedHere: Bool { kind == .file || kind == .lavfi }

    /// FFmpeg's name of the format, or `nil` to detect it.
    var format: String? {
        switch kind {
        case .v4l2: "v4l2"
        case .alsa: "alsa"
        case .pulse: "pulse"
        case .screen, .window: "x11grab"
        case .lavfi: "lavfi"
        case .file: nil
        }
    }
}

package struct CapturePicture: Sendable, Equatable {
    /// In pixels. The proportions are kept.
    package var width: Int
    package var height: Int
    package var rate: Int
    package var bitRate: Int
    /// Clockwise turn of the source's pictures, in degrees: 0, 90, 180 or 270.
    package var rotation = 0
    /// Smoothing of flat areas, 0 (none) … 5. Edges stay.
    package var smoothing = 0
    /// Whether smaller pictures keep their size.
    package var isNeverEnlarged = false

    package init(width: Int, height: Int, rate: Int, bitRate: Int) {
        (self.width, self.height, self.rate, self.bitRate) = (width, height, rate, bitRate)
    }
}

package enum CaptureContent: Sendable, Equatable {
    /// 48 kHz, one channel.
    case sound
    case pictures(CapturePicture)
}
