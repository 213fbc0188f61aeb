package enum MediaName {
    private static let videos: Set<String> = [
        "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "ivf", "m1v", "m2ts", "m2v", "m4v", "mkv", "mov", "mp4",
        "mpe", "mpeg", "mpg", "mts", "mxf", "nut", "ogm", "ogv", "rm", "rmvb", "ts", "vob", "webm", "wmv", "y4m",
    ]

    /// The extensions of sounds, most common first.
    package static let sounds = [
        "flac", "wav", "ape", "wv", "tta", "tak", "m4a", "mp3", "opus", "ogg", "oga", "aac", "ac3", "aif", "aiff",
        "alac",
        "amr", "au", "caf", "dts", "eac3", "m4b", "mka", "mp1", "mp2", "mpc", "spx", "weba", "wma",
    ]

    package static func isMedia(_ name: String) -> Bool { isVideo(name) || isSound(name) }

    package static func isVideo(_ name: String) -> Bool { ending(name).map(videos.contains) ?? false }
    package static func isSound(_ name: String) -> Bool { ending(name).map(sounds.contains) ?? false }

    private static func ending(_ name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        return name[name.index(after: dot)...].lowercased()
    }
}
