import PlayCore
import Signalling

package struct PublicHosts: Sendable, Equatable {
    /// IPv6 without brackets. Never empty.
    package let names: [String]
    /// The addresses that an interface of this machine had at creation.
    private let own: Set<String>

    /// - Parameter text: one or several, separated by commas. IPv6 addresses may have brackets.
    package init(_ text: String) throws(KeeperError) {
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let bare = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
            guard Self.isHost(bare) else {
                throw .server(
                    tr(
                        "--host: \"%1\" is not a name or an address, such as class.example.org, 203.0.113.9 or 2001:db8::1",
                        ByteText.shown(String(part))))
            }
            if !names.contains(bare) { names.append(bare) }
        }
        self.names = names
        own = HostAddresses.own(names)
    }

    private static func isHost(_ text: String) -> Bool {
        if InternetAddress.bytes(text) != nil { return true }
        // Every resolver reads a name of only digits and dots as an address.
        let isNumeric = text.allSatisfy { $0.isNumber || $0 == "." }
        return !text.isEmpty && text.utf8.count <= 253 && !isNumeric && !text.hasPrefix("-") && !text.hasPrefix(".")
            && text.utf8.allSatisfy {
                (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ".")
            }
    }

    package var main: String { names[0] }

    package var isLocal: Bool {
        names.allSatisfy { name in
            InternetAddress.bytes(name).map(InternetAddress.isLoopback) ?? (name == "localhost")
        }
    }

    /// The addresses for listening: those of this machine only, or the wildcards of the kernel's families.
    package var interfaces: [String] {
        if isLocal {
            // A name could resolve to another family than the server's.
            return ["127.0.0.1"] + names.filter { $0 != "127.0.0.1" && InternetAddress.bytes($0) != nil }
        }
        return HostAddresses.hasIPv6 ? ["0.0.0.0", "::"] : ["0.0.0.0"]
    }

    /// The address with which one socket listens on all interfaces.
    package var webInterface: String {
        isLocal ? (InternetAddress.bytes(main) == nil ? "127.0.0.1" : main) : interfaces.last ?? "::"
    }

    package static func bracketed(_ name: String) -> String { name.contains(":") ? "[\(name)]" : name }

    /// The addresses that this machine had at creation and has lost.
    package var gone: [String] { own.subtracting(HostAddresses.own(names)).sorted() }

    /// The IPv4 address at which viewers reach this machine, if none of its interfaces has it.
    package var outerAddress: String? {
        isLocal ? nil : names.lazy.compactMap { HostAddresses.outer(of: $0) }.first
    }
}
