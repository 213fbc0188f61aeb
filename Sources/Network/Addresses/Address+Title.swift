extension Address {
    /// Servers give these names to every stream. The folder distinguishes such streams.
    private static let commonNames: Set<String> = [
        "chunklist", "index", "main", "manifest", "master", "media", "playlist", "prog_index", "stream", "video",
    ]

    /// The path's last part or its folder (`Sintel` for `/films/Sintel/master.m3u8`), else the host. Unverified text.
    package var title: String {
        let parts = decodedPath.split(separator: "/").map(String.init).filter { $0 != "." && $0 != ".." }
        guard let last = parts.last else { return host }
        let stem = last.lastIndex(of: ".").map { last[..<$0] } ?? last[...]
        return Self.commonNames.contains(stem.lowercased()) ? parts.dropLast().last ?? last : last
    }

    /// The path is unchanged if an escape represents a control character.
    private var decodedPath: String { AddressParts(base: text)?.decodedPath ?? path }
}
