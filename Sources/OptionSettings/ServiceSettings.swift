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
    /// CFG-06; nil: none is named.
    package func tokenSource(_ transport: any ServiceTransport) -> (any TokenSource)? {
        if let tokenCommand {
            return CommandTokenSource(words: tokenCommand.split(separator: " ").map(String.init))
        }
        return tokenEndpoint.map { EndpointTokenSource(address: $0, transport: transport) }
    }
}
