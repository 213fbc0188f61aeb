/// Which files beside a video may be its chat; what is in them decides. Pure.
package enum ChatFileNames {
    /// What tools put behind a video's name, those that say most first: yt-dlp, TwitchDownloader, chat-downloader,
    /// downloaders of danmaku, Zoom.
    private static let endings = [
        ".live_chat.json", ".chat.json", ".chat.jsonl", ".chat.txt", "_chat.json", "_chat.txt", "-chat.json",
        "-chat.txt",
        ".danmaku.xml", ".danmaku.json", ".danmaku", ".xml",
    ]

    /// - Parameters:
    ///   - video: its name, without a folder.
    ///   - names: of the files in its folder.
    /// - Returns: those of `names` that may be its chat, the likeliest first.
    package static func candidates(video: String, in names: [String]) -> [String] {
        let stem = video.lastIndex(of: ".").map { video[..<$0] } ?? video[...]
        guard !stem.isEmpty else { return [] }
        let known = Set(names)
        return endings.map { stem + $0 }.filter { known.contains($0) && $0 != video }
    }
}
