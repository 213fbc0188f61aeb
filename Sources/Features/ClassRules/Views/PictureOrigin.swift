import Rooms

/// Whose servers pictures in the chat come from. What lies on the class's own is loaded as it comes; an address of anybody
/// else is asked for when the viewer opens it, since asking tells its owner who attends. A value.
package struct PictureOrigin: Sendable, Equatable {
    /// Names and addresses of hosts, in small letters.
    package private(set) var hosts: Set<String> = []

    package init(hosts: [String] = []) { self.hosts = Set(hosts.map { $0.lowercased() }.filter { !$0.isEmpty }) }

    package func owns(_ address: String) -> Bool { Self.host(of: address).map(hosts.contains) ?? false }

    /// Nil: it is no plain address of the web. Whatever two readers could understand in two ways is none.
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

    /// With its colon; none is one, too.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        return text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
