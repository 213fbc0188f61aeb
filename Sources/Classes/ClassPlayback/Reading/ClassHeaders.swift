import Addresses
package import Classes
import Playlists
import Transport

extension MediaAccess {
    /// Sends the viewer's token and key with each request to the class's server, including those for pictures and
    /// videos.
    package func show(_ options: ClassOptions, toServerOf location: String) {
        guard let address = Address(location), address.isHTTP else { return }
        let named = [("Authorization", options.token.map { "Bearer " + $0 }), ("X-Access-Key", options.accessKey)]
        setHeaders(
            named.compactMap { name, value in value.flatMap { HTTPHeader(name: name, value: $0) } },
            forServerOf: address)
    }
}
