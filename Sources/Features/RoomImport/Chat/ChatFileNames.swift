/// Which files beside a video may be its chat; what is in them decides. Pure.
package enum ChatFileNames {
    /// What tools put behind a video's name, those that say most first: yt-dlp, TwitchDownloader, chat-downloader,
    /// downloaders of danmaku, Zoom. A star stands for any ending.
    private static let endings = [
        ".live_chat.json", ".rechat.json", ".chat.*", "_chat.*", "-chat.*", ".danmaku.*", ".danmaku", ".xml",
    ]
    /// Of files that a chat may have.
    private static let kinds: Set<String> = ["json", "jsonl", "ndjson", "txt", "xml"]

    /// - Parameters:
    ///   - video: its name, without a folder.
    ///   - names: of the files in its folder.
    /// - Returns: those of `names` that may be its chat, the likeliest first.
    package static func candidates(video: String, in names: [String]) -> [String] {
        let stem = video.lastIndex(of: ".").map { video[..<$0] } ?? video[...]
        guard !stem.isEmpty else { return [] }
        let own = names.filter { $0.hasPrefix(stem) && $0 != video }.sorted()
        var found: [String] = []
        for ending in endings {
            found += own.filter { matches($0.dropFirst(stem.count), ending) && !found.contains($0) }
        }
        return found
    }

    private static func matches(_ rest: Substring, _ ending: String) -> Bool {
        guard ending.hasSuffix("*") else { return rest == ending }
        let start = ending.dropLast()
        return rest.hasPrefix(start) && kinds.contains(rest.dropFirst(start.count).lowercased())
    }
}
