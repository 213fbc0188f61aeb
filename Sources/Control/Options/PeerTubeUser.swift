/// An account at one PeerTube server, as `NAME@HOST`.
package struct PeerTubeUser: Sendable, Equatable {
    package let name: String
    /// `https://host[:port]`; http only if it was written.
    package let server: String

    /// Returns `nil` if the text is no account. Names may contain an @.
    init?(_ text: String) {
        guard let mark = text.lastIndex(of: "@") else { return nil }
        let (name, place) = (text[..<mark], text[text.index(after: mark)...].lowercased())
        let schemes = ["https://", "http://"]
        let scheme = schemes.first { place.hasPrefix($0) } ?? ""
        let host = place.dropFirst(scheme.count)
        let isPlain = host.utf8.allSatisfy {
            (48...58).contains($0) || (97...122).contains($0) || [45, 46, 91, 93].contains($0)
        }
        guard !name.isEmpty, !host.isEmpty, isPlain, !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return nil
        }
        self.name = String(name)
        server = (scheme.isEmpty ? schemes[0] : scheme) + host
    }
}
