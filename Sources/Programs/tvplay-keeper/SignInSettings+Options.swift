import Addresses
import ClassAccess
import ClassKeeper
import Encoding
import Options
import PlayCore

extension SignInSettings {
    /// Returns `nil` without `--oidc-issuer`.
    init?(_ line: KeeperCommandLine, _ secrets: KeeperSecrets?) throws(KeeperError) {
        guard let issuer = line.given("oidc-issuer") else {
            for option in ["oidc-client", "oidc-role", "oidc-class"] where line.has(option) {
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
        classes = (line.given("oidc-class") ?? "").split(separator: ",").map(String.init)
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
