extension Address {
    /// What servers call every stream; the folder then tells them apart.
    private static let commonNames: Set<String> = [
        "chunklist", "index", "main", "manifest", "master", "media", "playlist", "prog_index", "stream", "video",
    ]

    /// What people would call what is there: the path's last part without escapes, of `/films/Sintel/master.m3u8` its
    /// folder; else the host. Unverified text.
    package var title: String {
        let parts = decodedPath.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        guard let last = parts.last else { return host }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        return Self.commonNames.contains(stem.lowercased()) ? parts.dropLast().last ?? last : last
    }

    /// As it is where an escape stands for a control character.
    private var decodedPath: String { AddressParts(base: text)?.decodedPath ?? path }
}
