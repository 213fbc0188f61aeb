/// The meanings of codec names in manifests (RFC 6381).
enum CodecNames {
    static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
            .filter { !$0.isEmpty }
    }

    static func isVideo(_ codec: String) -> Bool { has(codec, prefixes: video) }
    static func isAudio(_ codec: String) -> Bool { has(codec, prefixes: audio) }
    static func isText(_ codec: String) -> Bool { has(codec, prefixes: text) }

    private static let video = [
        "avc", "hvc", "hev", "dvh", "dva", "dav1", "av01", "vp0", "vp8", "vp9", "mp4v", "vvc", "vvi", "evc", "mjpg",
        "jpeg", "theora", "s263", "apco", "apcn", "apch",
    ]
    private static let audio = [
        "mp4a", "ac-3", "ec-3", "ac-4", "opus", "flac", "alac", "mp3", "vorbis", "dts", "mha", "mhm", "iamf", "samr",
        "sawb", "lpcm", "twos", "sowt", "ipcm",
    ]
    private static let text = ["wvtt", "stpp", "tx3g", "c608", "c708", "ttml", "vtt"]

    private static func has(_ codec: String, prefixes: [String]) -> Bool {
        let lower = codec.lowercased()
        return prefixes.contains { lower.hasPrefix($0) }
    }
}
