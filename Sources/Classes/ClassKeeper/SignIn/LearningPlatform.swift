import ClassAccess
import Classes
package import Encoding

/// A learning platform that launches classes (LTI 1.3), such as Moodle.
package struct LearningPlatform: Sendable, Equatable {
    package var issuer: String
    package var client: String
    /// The address at which the platform begins the sign-in of a person.
    package var loginAddress: String
    package var keysAddress: String
    package var deployments: Set<String>
    /// For launches that name no class; `nil` if each must name one.
    package var room: String?
    /// The classes that launches may name; `nil` for all.
    package var classes: Set<String>?

    var parties: IdentityToken.Parties { IdentityToken.Parties(issuer: issuer, client: client) }

    package static func list(_ json: JSONValue) -> [LearningPlatform]? {
        let items = json.items ?? [json]
        let platforms = items.compactMap { LearningPlatform($0) }
        return platforms.isEmpty || platforms.count < items.count ? nil : platforms
    }

    private static let names: Set = [
        "issuer", "client_id", "auth_login_url", "jwks_url", "deployment_ids", "class", "classes",
    ]

    private init?(_ json: JSONValue) {
        func texts(_ name: String) -> [String]? {
            guard let items = json[name]?.items, !items.isEmpty else { return nil }
            let texts = items.compactMap(\.text)
            return texts.count < items.count ? nil : texts
        }
        guard Set(json.fields.keys).isSubset(of: Self.names), let issuer = json["issuer"]?.text, !issuer.isEmpty,
            let client = json["client_id"]?.text, !client.isEmpty, let login = json["auth_login_url"]?.text,
            SignInClient.isProtected(login), let keys = json["jwks_url"]?.text, SignInClient.isProtected(keys),
            let deployments = texts("deployment_ids")
        else { return nil }
        let (room, classes) = (json["class"]?.text, texts("classes"))
        let named = (classes ?? []) + [room].compactMap(\.self)
        guard (json["class"] == nil) == (room == nil), (json["classes"] == nil) == (classes == nil),
            named.allSatisfy({ OfferedClass(name: $0, title: "") != nil })
        else { return nil }
        self.issuer = issuer
        self.client = client
        (loginAddress, keysAddress) = (login, keys)
        self.deployments = Set(deployments)
        self.room = room
        self.classes = classes == nil && room == nil ? nil : Set(named)
    }

    func room(_ claims: JSONValue) -> String? {
        guard let wanted = claims[Launch.custom]?["class"]?.text ?? room else { return nil }
        return classes?.contains(wanted) ?? true ? wanted : nil
    }
}

/// The claims of a launch (LTI 1.3 Core, 5.3 and 5.4).
enum Launch {
    private static let claim = "https://purl.imsglobal.org/spec/lti/claim/"
    static let messageType = claim + "message_type"
    static let version = claim + "version"
    static let deployment = claim + "deployment_id"
    static let target = claim + "target_link_uri"
    static let roles = claim + "roles"
    static let custom = claim + "custom"
    static let resource = claim + "resource_link"

    private static let membership = "http://purl.imsglobal.org/vocab/lis/v2/membership"

    /// Returns the role within the course. A person who teaches elsewhere is a student here.
    static func role(_ claims: JSONValue) -> ClassUser.Role {
        let roles = Set((claims[roles]?.items ?? []).compactMap(\.text))
        // Assistants usually have the role of an instructor, too.
        if !roles.isDisjoint(with: [membership + "/Instructor#TeachingAssistant", "TeachingAssistant"]) {
            return .assistant
        }
        return roles.isDisjoint(with: [membership + "#Instructor", "Instructor"]) ? .student : .teacher
    }
}
