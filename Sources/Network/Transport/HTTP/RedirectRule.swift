import Addresses
import PlayCore

enum RedirectRule {
    enum Step {
        case none
        case follow(Address)
        case refuse(ByteSourceError.Code)
    }

    static func step(_ head: HTTPHead, of request: HTTPRequest, hops: Int, _ settings: HTTPSettings) -> Step {
        guard [301, 302, 303, 307, 308].contains(head.status), request.isSafe, let location = head["location"] else {
            return .none
        }
        guard let target = Address(location, relativeTo: head.address) else { return .refuse(.invalidReply) }
        guard target.isHTTP else { return .refuse(.forbiddenScheme) }
        if let code = refusal(of: target, settings) { return .refuse(code) }
        if target.isUnencrypted(after: head.address) {
            let hasKey = (head.address.serverKey ?? settings.serverKeys[head.address.host]) != nil
            guard settings.allowsUnencryptedRedirects, !hasKey else { return .refuse(.unencrypted) }
            Log.shared.write(.warning, "net", "\(head.address.withoutSecrets): redirected to \(target.withoutSecrets)")
        }
        return hops < settings.maximumRedirects ? .follow(target) : .refuse(.tooManyRedirects)
    }

    static func refusal(of address: Address, _ settings: HTTPSettings) -> ByteSourceError.Code? {
        // A file server may be this machine's own, so only its user may name one.
        guard address.isHTTP || address.isOfFileServer && settings.servers == nil else { return .forbiddenScheme }
        let isAllowed =
            settings.servers?.allows(scheme: address.scheme, host: address.host, port: address.port) ?? true
        return isAllowed ? nil : .forbiddenServer
    }

    /// Fields that reveal nothing to another server: other configured fields may be secrets (`Authorization`,
    /// `Cookie`, `X-Token`) or meant for one server (`Host`).
    private static let harmless: Set<String> = ["accept", "accept-language", "origin", "range", "if-range"]

    static func headers(_ headers: [HTTPHeader], at address: Address, trusted: String) -> [HTTPHeader] {
        let isTrusted = address.origin == trusted
        return headers.filter { header in
            header.scope?.contains(address) ?? (isTrusted || harmless.contains(header.name.lowercased()))
        }
    }
}

extension Address {
    func isUnencrypted(after other: Address) -> Bool { other.scheme == "https" && scheme == "http" }
}
