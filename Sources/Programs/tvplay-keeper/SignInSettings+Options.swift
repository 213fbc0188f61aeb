import Addresses
import ClassAccess
import ClassKeeper
import Encoding
import Options
import PlayCore

extension SignInSettings {
    private static let dependent = ["oidc-client", "oidc-role", "oidc-class", "oidc-scope", "oidc-authority"]

    /// Returns `nil` without `--oidc-issuer`.
    init?(_ line: KeeperCommandLine, _ secrets: KeeperSecrets?) throws(KeeperError) {
        guard let issuer = line.given("oidc-issuer") else {
            for option in Self.dependent where line.has(option) {
                throw .server(tr("%1 needs %2", "--" + option, "--oidc-issuer"))
            }
            return nil
        }
        guard let address = Address(issuer), JoinClient.isProtected(address), !address.hasUser else {
            throw .server(
                tr("%1 is not the address of an OpenID provider, such as https://HOST", ByteText.shown(issuer)))
        }
        guard let client = line.given("oidc-client") else {
            throw .server(tr("%1 needs %2", "--oidc-issuer", "--oidc-client"))
        }
        self.init(issuer: issuer, client: client)
        secret = secrets?.signIn
        if let text = line.given("oidc-role") {
            guard let rules = RoleRule.list(text) else {
                throw .server(
                    tr("--oidc-role: %1 is not a list such as groups=staff:teacher", ByteText.shown(text)))
            }
            roles = rules
        }
        if let text = line.given("oidc-scope") {
            guard let scopes = Self.scopes(text) else {
                throw .server(tr("--oidc-scope: %1 is not a list such as email,groups", ByteText.shown(text)))
            }
            self.scopes = scopes
        }
        authorityFile = try Self.authority(line)
        classes = (line.given("oidc-class") ?? "").split(separator: ",").map(String.init)
    }
}

extension SignInSettings {
    /// Returns the path of a readable file with certificates, or `nil` without one.
    private static func authority(_ line: KeeperCommandLine) throws(KeeperError) -> String? {
        guard let path = line.file("oidc-authority") else { return nil }
        let text = String(decoding: try KeeperWatch.bytes(path), as: UTF8.self)
        guard text.contains("-----BEGIN CERTIFICATE-----") else {
            throw .server(tr("--oidc-authority: %1 has no certificate (PEM)", ByteText.shown(path)))
        }
        return try KeeperProgram.absolute(path)
    }
}

extension LearningPlatform {
    /// Returns the platforms in the file of `--lti-platform`.
    static func list(_ line: KeeperCommandLine) throws(KeeperError) -> [LearningPlatform] {
        guard let path = line.file("lti-platform") else { return [] }
        let json = try? JSONValue(document: KeeperWatch.bytes(path))
        guard let json, let platforms = list(json) else {
            throw .server(
                tr(
                    "%1 must have issuer, client_id, auth_login_url, jwks_url and deployment_ids, and may have class and classes",
                    ByteText.shown(path)))
        }
        return platforms
    }
}
