import Classes
import Encoding
import PlayCore

/// The OpenID provider with whose accounts people enter. Holds a secret.
package struct SignInSettings: Sendable, Equatable {
    /// The issuer's identifier, an `https:` address.
    package var issuer: String
    package var client: String
    /// The client's secret, or `nil` for a public client.
    package var secret: String?
    package var roles: [RoleRule] = []
    /// The names of the classes that people may enter by signing in, or empty for all.
    package var classes: [String] = []

    package init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    /// Returns the role of the first rule that applies.
    func role(_ claims: JSONValue) -> ClassUser.Role { roles.first { $0.applies(to: claims) }?.role ?? .student }

    package func admits(to room: String) -> Bool { classes.isEmpty || classes.contains(room) }
}

/// `CLAIM=VALUE:ROLE`: people whose claim has the value, or a list with the value, get the role.
package struct RoleRule: Sendable, Equatable {
    let claim: String
    let value: String
    let role: ClassUser.Role

    /// Reads rules that are separated by commas, or returns `nil` if one is invalid.
    package static func list(_ text: String) -> [RoleRule]? {
        let rules = text.split(separator: ",").map { RoleRule(String($0)) }
        return rules.isEmpty || rules.contains(nil) ? nil : rules.compactMap(\.self)
    }

    private init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), let colon = text.lastIndex(of: ":"), sign < colon else {
            return nil
        }
        claim = String(text[..<sign])
        value = String(text[text.index(after: sign)..<colon])
        role = ClassUser.Role(rawValue: String(text[text.index(after: colon)...]))
        guard !claim.isEmpty, !value.isEmpty, [.student, .teacher, .assistant, .guest].contains(role) else {
            return nil
        }
    }

    func applies(to claims: JSONValue) -> Bool {
        // Some services nest claims: realm_access.roles.
        let nested = claim.split(separator: ".").reduce(claims as JSONValue?) { $0?[String($1)] }
        guard let found = claims[claim] ?? nested else { return false }
        return (found.items ?? [found]).contains { Self.text($0) == value }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        default: nil
        }
    }
}
