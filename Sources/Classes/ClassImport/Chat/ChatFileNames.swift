/// Names of files beside a video that may be its chat. Their contents decide.
package enum ChatFileNames {
    /// Most specific first: yt-dlp, TwitchDownloader, chat-downloader, downloaders of danmaku, Zoom. A star matches any
    /// extension.
    private static let endings = [
        ".live_chat.json", ".rechat.json", ".chat.*", "_chat.*", "-chat.*", ".danmaku.*", ".danmaku", ".xml",
    ]
    private static let kinds: Set<String> = ["json", "jsonl", "ndjson", "txt", "xml"]

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
