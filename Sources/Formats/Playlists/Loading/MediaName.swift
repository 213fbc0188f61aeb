/// What a file holds, by its name.
package enum MediaName {
    private static let extensions: Set<String> = [
        "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "ivf", "m1v", "m2ts", "m2v", "m4v", "mkv", "mov", "mp4",
        "mpe", "mpeg", "mpg", "mts", "mxf", "nut", "ogm", "ogv", "rm", "rmvb", "ts", "vob", "webm", "wmv", "y4m",
        "aac", "ac3", "aif", "aiff", "alac", "amr", "ape", "au", "caf", "dts", "eac3", "flac", "m4a", "m4b", "mka",
        "mp1",
        "mp2", "mp3", "mpc", "oga", "ogg", "opus", "spx", "tak", "tta", "wav", "weba", "wma", "wv",
    ]

    /// Video or sound; not a picture, a list or a subtitle.
    package static func isMedia(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
        return extensions.contains(name[name.index(after: dot)...].lowercased())
    }
}
