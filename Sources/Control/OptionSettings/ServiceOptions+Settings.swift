package import Catalogue
package import Options

extension YtDlpProgram {
    package init(_ options: ServiceOptions) {
        self.init()
        path = options.ytDlpPath
        format = options.ytDlpFormat
        rawOptions = options.ytDlpRawOptions.map { ($0.name, $0.value) }
    }
}

extension ServiceOptions {
    package func tokenSource(_ transport: any ServiceTransport) -> (any TokenSource)? {
        if let tokenCommand {
            return CommandTokenSource(words: tokenCommand.split(separator: " ").map(String.init))
        }
        return tokenEndpoint.map { EndpointTokenSource(address: $0, transport: transport) }
    }

    /// Without a `stateFolder`, no sign-in is stored. `now` is in whole seconds since 1970. The viewer's `password`
    /// counts if no command is configured.
    package func peerTube(
        _ transport: any ServiceTransport, stateFolder: String?, now: @escaping @Sendable () -> Int64,
        password: @escaping @Sendable () -> Token?
    ) -> PeerTubeProvider {
        let command = peerTubePasswordCommand.flatMap {
            CommandTokenSource(words: $0.split(separator: " ").map(String.init))
        }
        let account = peerTubeUser.flatMap { user in
            PeerTubeAccount(
                user: user.name, server: user.server, file: stateFolder.map { $0 + "/" + user.fileName },
                transport: transport, now: now
            ) { cancel throws(CatalogueError) in
                try command?.secret(cancel: cancel) ?? password()
            }
        }
        return PeerTubeProvider(transport: transport, account: account)
    }

    /// `now` and `readFile` are as for `ManifestProvider`.
    package func accountCatalogue(
        _ transport: any ServiceTransport, peerTube: PeerTubeProvider, now: @escaping @Sendable () -> Int64,
        readFile: @escaping ManifestProvider.FileReader
    ) -> AccountCatalogue {
        AccountCatalogue(
            at: catalogue, policyKey: policyKey.flatMap { Token($0) }, transport: transport, peerTube: peerTube,
            now: now, readFile: readFile)
    }
}

extension PeerTubeUser {
    fileprivate var fileName: String {
        let server = server.hasPrefix("https://") ? String(server.dropFirst("https://".count)) : server
        return "peertube-" + FormText.escaped(name + "@" + server) + ".json"
    }
}
