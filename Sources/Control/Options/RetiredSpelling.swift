/// An earlier version's spelling. It is refused with a message. A file of such a name needs `./` before it.
package struct RetiredSpelling: Sendable, Equatable {
    /// The old words without `tvplay`; unverified text.
    package let old: String
    package let new: String

    /// `word` is in the place of the first file.
    init?(_ word: String, _ rest: some Collection<String>) {
        let target: String
        switch word {
        case "pause", "remove", "retry": target = "downloads " + word
        // With an ID it was about a download, otherwise about positions.
        case "resume":
            let isMemory = rest.first { !$0.hasPrefix("-") }.map { ["list", "clear"].contains($0) } ?? rest.isEmpty
            target = isMemory ? "positions" : "downloads resume"
        default: return nil
        }
        let more = rest.map { " " + $0 }.joined()
        self.init(old: word + more, new: target + more)
    }

    init?(_ word: String, of command: String) {
        switch (command, word) {
        case ("downloads", "--list"): self.init(old: "downloads --list", new: "downloads list")
        case ("downloads", "--watch"): self.init(old: "downloads --watch", new: "downloads watch")
        case ("downloads", "add"): self.init(old: "downloads add", new: "get")
        default: return nil
        }
    }

    private init(old: String, new: String) { (self.old, self.new) = (old, new) }
}
