package enum ScreenshotMethod: Sendable, Equatable {
    case decodedFrame
    /// The frame at the item's current time, decoded again from the source.
    case frameFromSource

    package init(playURL: String) {
        self = Self.pathExtension(of: playURL).lowercased() == "m3u8" ? .decodedFrame : .frameFromSource
    }

    /// Cuts the last component at the first `?`. A name whose only dot is its first character has no extension.
    private static func pathExtension(of address: String) -> Substring {
        let path = address.prefix { $0 != "?" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return "" }
        return name[name.index(after: dot)...]
    }
}
