import Classes
import Encoding
import PlayCore

/// The OpenID provider whose accounts can enter. Contains a secret.
package struct SignInSettings: Sendable, Equatable {
    /// An `https:` address.
    package var issuer: String
    package var client: String
    /// `nil` for a public client.
    package var secret: String?
    /// To request besides `openid` and `profile` (RFC 6749, 3.3).
    package var scopes: [String] = []
    /// PEM certificates to trust for the provider instead of the system's.
    package var authorityFile: String?
    package var roles: [RoleRule] = []
    /// The classes that people may enter by signing in; empty for all.
    package var classes: [String] = []

    package init(issuer: String, client: String) {
        self.issuer = issuer
        self.client = client
    }

    var scope: String {
        let known = ["openid", "profile"]
        return (known + scopes.filter { !known.contains($0) }).joined(separator: " ")
    }

    /// Accepts commas and blanks as separators. Returns `nil` for other characters than RFC 6749 allows.
    package static func scopes(_ text: String) -> [String]? {
        let scopes = text.split { $0 == "," || $0 == " " }.map(String.init)
        let areValid = scopes.joined().utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        return scopes.isEmpty || !areValid ? nil : scopes
    }

    func role(_ claims: JSONValue) -> ClassUser.Role { roles.first { $0.applies(to: claims) }?.role ?? .student }

    package func admits(to room: String) -> Bool { classes.isEmpty || classes.contains(room) }
}

/// A rule `CLAIM=VALUE:ROLE`. It gives the role to people whose claim is the value, or a list that contains it.
package struct RoleRule: Sendable, Equatable {
    let claim: String
    let value: String
    let role: ClassUser.Role

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
        // Some services nest claims, such as realm_access.roles.
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
