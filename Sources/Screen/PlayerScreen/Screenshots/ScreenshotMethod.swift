/// The source of a screenshot's picture.
package enum ScreenshotMethod: Sendable, Equatable {
    /// The frame that was decoded last.
    case decodedFrame
    /// The frame at the item's current time, decoded again from the source.
    case frameFromSource

    /// - Parameter playURL: the current item's path or address.
    package init(playURL: String) {
        self = Self.pathExtension(of: playURL).lowercased() == "m3u8" ? .decodedFrame : .frameFromSource
    }

    /// Returns the part after the last dot of the last component, cut at the first `?`; a name whose only dot is at its
    /// start has none.
    private static func pathExtension(of address: String) -> Substring {
        let path = address.prefix { $0 != "?" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return "" }
        return name[name.index(after: dot)...]
    }
}
