/// Where the picture of a screenshot comes from. Pure.
package enum ScreenshotMethod: Sendable, Equatable {
    /// The frame that was decoded last.
    case decodedFrame
    /// The frame at the item's current time, decoded from the source anew.
    case frameFromSource

    /// - Parameter playURL: path or address that plays.
    package init(playURL: String) {
        self = Self.pathExtension(of: playURL).lowercased() == "m3u8" ? .decodedFrame : .frameFromSource
    }

    /// What follows the last dot of the last component, cut at the first `?`; a name that begins with its only dot has
    /// none.
    private static func pathExtension(of address: String) -> Substring {
        let path = address.prefix { $0 != "?" }
        guard let name = path.split(separator: "/").last, let dot = name.lastIndex(of: "."), dot > name.startIndex
        else { return "" }
        return name[name.index(after: dot)...]
    }
}
