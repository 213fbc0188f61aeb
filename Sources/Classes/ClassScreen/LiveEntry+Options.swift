import Addresses
import ClassAccess
import ClassRules
import LiveClasses
import Options
import PlayCore

extension LiveEntry {
    /// Asks the viewer for missing information. Returns `nil` if that is impossible, or the viewer gave up.
    typealias Question = (String) -> String?

    /// Returns `nil` for a recorded class. `userName` is from the command line.
    init?(
        _ location: String?, _ wish: JoinWish, userName: String?, ask: Question
    ) throws(StartError) {
        guard location.map(Self.isLive) ?? true else {
            if wish.isGiven { throw StartError(message: tr("Name a class or a join code, not both.")) }
            return nil
        }
        switch try Self.entrance(location, wish, ask) {
        case .signIn(let link): self.init(.signIn(link))
        case .proof(let server, let proof):
            let name = try Self.name(wish.name ?? userName, ask)
            self.init(.server(server, JoinRequest(proof, name: name, avatar: wish.avatar)))
        }
        startsByItself = wish.startsByItself
        if wish.sharesTerminal { terminal = TerminalChoice(pane: wish.terminalPane) }
    }

    /// Whether a location names a live class: a join link, a link for signing in, or a room of XMPP.
    static func isLive(_ location: String) -> Bool {
        isRoom(location) || Address(location).flatMap { Entrance($0) } != nil
    }

    /// Without the code, for screens and logs.
    var shownServer: String {
        switch way {
        case .server(let server, _): server.withoutSecrets
        case .signIn(let link): link.server.withoutSecrets
        case .ticket: ""
        }
    }

    private static func isRoom(_ location: String) -> Bool { location.lowercased().hasPrefix("xmpp:") }

    private enum Entrance {
        case proof(Address, JoinRequest.Proof)
        case signIn(SignInLink)

        init?(_ address: Address) {
            if let link = JoinLink(address) {
                self = .proof(link.server, .code(link.code, resume: nil))
            } else if let link = SignInLink(address) {
                self = .signIn(link)
            } else {
                return nil
            }
        }
    }

    private static func entrance(
        _ location: String?, _ wish: JoinWish, _ ask: Question
    ) throws(StartError) -> Entrance {
        if let location, !isRoom(location), let found = Address(location).flatMap({ Entrance($0) }) { return found }
        let room = try location.map { text throws(StartError) in try LiveClassLink(text) }
        guard let serverText = wish.server ?? room?.server else {
            guard wish.isGiven else { return try asked(ask) }
            throw StartError(message: tr("Specify the class server: --server=HOST."))
        }
        if let name = wish.room, wish.isSigned {
            return .proof(try server(serverText), .signature(try signature(name, wish)))
        }
        if wish.room == nil || wish.code != nil {
            guard let code = wish.code ?? room?.code ?? ask(tr("Join code (empty: sign in): ")) else {
                throw StartError(
                    message: tr("Specify the join code, or the class to sign in to: --code=CODE or --room=NAME."))
            }
            guard code.trimmed.isEmpty else { return try link(code, serverText) }
        }
        return .signIn(SignInLink(server: try server(serverText), room: wish.room ?? room?.name))
    }

    /// For `tvplay class` without arguments.
    private static func asked(_ ask: Question) throws(StartError) -> Entrance {
        guard let text = ask(tr("Join link or code: "))?.trimmed, !text.isEmpty else {
            throw StartError(message: tr("Specify a class, a join link or --code and --server."))
        }
        if let found = Address(text).flatMap({ Entrance($0) }) { return found }
        guard let server = ask(tr("Class server: "))?.trimmed, !server.isEmpty else {
            throw StartError(message: tr("Specify the class server: --server=HOST."))
        }
        return try link(text, server)
    }

    private static func link(_ code: String, _ server: String) throws(StartError) -> Entrance {
        guard let link = JoinLink(code: code, server: server) else {
            throw StartError(message: tr("%1 is no class server.", server))
        }
        return .proof(link.server, .code(link.code, resume: nil))
    }

    private static func server(_ text: String) throws(StartError) -> Address {
        guard let link = JoinLink(code: "-", server: text) else {
            throw StartError(message: tr("%1 is no class server.", text))
        }
        return link.server
    }

    private static func signature(_ room: String, _ wish: JoinWish) throws(StartError) -> JoinSignature {
        guard let sign = wish.sign, let number = wish.number, let expires = wish.expires else {
            throw StartError(message: tr("A signature needs --sign, --number and --expires."))
        }
        return JoinSignature(
            room: room, number: number, role: wish.role, group: wish.group, expires: expires, sign: sign)
    }

    private static func name(_ given: String?, _ ask: Question) throws(StartError) -> String {
        guard let name = (given ?? ask(tr("Your name: ")))?.trimmed, !name.isEmpty else {
            throw StartError(message: tr("Specify your name: --name=NAME."))
        }
        return name
    }
}

/// `xmpp:ROOM@SERVER?join;password=CODE` (XEP-0147), whose class server has the room's domain.
struct LiveClassLink {
    let name: String
    let server: String
    let code: String?

    init(_ text: String) throws(StartError) {
        let parts = text.dropFirst("xmpp:".count).split(separator: "?", maxSplits: 1)
        let address = (parts.first ?? "").split(separator: "/").first ?? ""
        guard let at = address.firstIndex(of: "@"), at != address.startIndex,
            case let domain = address[address.index(after: at)...], !domain.isEmpty
        else { throw StartError(message: tr("%1 is no room.", text)) }
        name = String(address[..<at])
        // A class server and its rooms share a domain.
        server = String(domain.hasPrefix("rooms.") ? domain.dropFirst("rooms.".count) : domain)
        let words = parts.count == 2 ? parts[1].split(separator: ";") : []
        code = words.first { $0.hasPrefix("password=") }.map { String($0.dropFirst("password=".count)) }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
