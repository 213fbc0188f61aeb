package import Addresses
import Media
import PlayCore
package import Transport

/// A media server for RTMP within TLS (`rtmps:`). FFmpeg would not verify it, so a connection of our own does.
package struct SecureRTMP: Sendable {
    private let client: HTTPClient
    private let host: String
    private let port: Int

    /// Returns `nil` if the server uses plain RTMP, or if there is no client.
    package init?(_ server: String, client: (Address) -> HTTPClient?) {
        // The rest has the form of an HTTP address.
        guard server.hasPrefix("rtmps://"), let address = Address("https://" + server.dropFirst("rtmps://".count)),
            let client = client(address)
        else { return nil }
        (self.client, host, port) = (client, address.host, address.port ?? 443)
    }

    /// Returns the address at which FFmpeg then finds the stream.
    func open(_ address: FormatAddress, cancel: CancelToken) throws(MediaError) -> FormatAddress {
        do throws(ByteSourceError) {
            let tunnel = try client.tunnel(to: host, port: port, name: "\(host):\(port)", cancel: cancel)
            return address.within(port: tunnel.port, connection: tunnel)
        } catch {
            throw MediaError(.source(error), operation: "connect")
        }
    }
}
