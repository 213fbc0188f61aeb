package import Addresses

package struct JoinLink: Sendable, Equatable {
    /// `https://HOST[:PORT]/`
    package let server: Address
    /// A secret.
    package let code: String

    package init?(_ address: Address) {
        guard address.isHTTP, let root = Address("/", relativeTo: address) else { return nil }
        let parts = address.path.split(separator: "/")
        guard parts.count == 2, parts[0] == "c", (1...64).contains(parts[1].utf8.count) else { return nil }
        self.init(server: root, code: String(parts[1]).replacing("%20", with: ""))
    }

    /// - Parameter server: `HOST`, `HOST:PORT` or an address. The default scheme is https, or http for this machine,
    ///   where `tvplay-keeper up` without `--host` serves http.
    package init?(code: String, server: String) {
        var address = Address(server.contains("://") ? server : "https://" + server)
        if !server.contains("://"), let secure = address, secure.serverKey == nil, JoinClient.isOwnMachine(secure) {
            address = Address("http://" + server)
        }
        guard !code.isEmpty, let address, address.isHTTP,
            let root = Address("/", relativeTo: address)
        else { return nil }
        self.init(server: root, code: code)
    }

    private init(server: Address, code: String) {
        self.server = server
        self.code = code
    }
}

/// The link `https://HOST/s/ROOM`: a class that people enter by signing in.
package struct SignInLink: Sendable, Equatable {
    /// `https://HOST[:PORT]/`
    package let server: Address
    /// `nil` for the server's only class.
    package let room: String?

    package init?(_ address: Address) {
        guard address.isHTTP, let root = Address("/", relativeTo: address) else { return nil }
        let parts = address.path.split(separator: "/")
        guard parts.count == 2, parts[0] == "s", Self.isRoom(String(parts[1])) else { return nil }
        self.init(server: root, room: String(parts[1]))
    }

    package init(server: Address, room: String?) {
        self.server = server
        self.room = room
    }

    package var text: String? {
        guard let room, Self.isRoom(room) else { return nil }
        return Address("/s/" + room, relativeTo: server)?.textWithKey
    }

    static func isRoom(_ name: String) -> Bool { OfferedClass(name: name, title: "") != nil }
}
