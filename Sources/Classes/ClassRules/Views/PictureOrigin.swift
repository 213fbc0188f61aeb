import Classes

/// The class's own hosts, whose pictures in the chat are loaded at once. Other pictures wait until the viewer opens
/// them, because a request would reveal to their owner who attends.
package struct PictureOrigin: Sendable, Equatable {
    /// In lower case.
    package private(set) var hosts: Set<String> = []

    package init(hosts: [String] = []) { self.hosts = Set(hosts.map { $0.lowercased() }.filter { !$0.isEmpty }) }

    package func owns(_ address: String) -> Bool { Self.host(of: address).map(hosts.contains) ?? false }

    /// Returns the host of a plain web address. Returns `nil` for other addresses, or if two parsers could differ.
    static func host(of address: String) -> String? {
        for scheme in ["https://", "http://"] where address.hasPrefix(scheme) {
            let authority = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
            return host(ofAuthority: authority.lowercased())
        }
        return nil
    }

    private static func host(ofAuthority authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            let inside = authority[authority.index(after: authority.startIndex)..<end]
            guard isPort(authority[authority.index(after: end)...]),
                inside.allSatisfy({ $0.isHexDigit && $0.isASCII || $0 == ":" || $0 == "." })
            else { return nil }
            return String(inside)
        }
        let host = authority.prefix { $0 != ":" }
        guard !host.isEmpty, isPort(authority.dropFirst(host.count)),
            host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") })
        else { return nil }
        return String(host)
    }

    /// Returns whether a text is empty, or a port with its colon.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        return text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
