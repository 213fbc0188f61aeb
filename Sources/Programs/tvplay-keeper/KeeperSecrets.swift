import ClassKeeper
import PlayCore

/// The contents of a file of secrets: `component=…`, `token=…`, `integrator=…`, `oidc-secret=…`.
struct KeeperSecrets {
    private(set) var component = ""
    private(set) var token = ""
    private(set) var integrators: [String] = []
    private(set) var signIn: String?

    init(_ bytes: [UInt8]) throws(KeeperError) {
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#")
        {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw .server(tr("the file of secrets has a line without =")) }
            switch parts[0] {
            case "component": component = parts[1]
            case "token": token = parts[1]
            case "integrator": integrators.append(parts[1])
            case "oidc-secret": signIn = parts[1]
            default: throw .server(tr("the file of secrets has an unknown name: %1", ByteText.shown(parts[0])))
            }
        }
    }

    func requireChatServer() throws(KeeperError) {
        guard !component.isEmpty, !token.isEmpty else {
            throw .server(tr("the file of secrets must have component= and token="))
        }
    }
}
