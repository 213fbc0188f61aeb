/// A keeper's settings of a media server for RTMP. Contains secrets.
package struct MediaServerSettings: Sendable, Equatable {
    package struct Hooks: Sendable, Equatable {
        package var host: String
        package var port: Int
        /// Without its slash. A secret.
        package var path: String

        package init(host: String, port: Int, path: String) {
            self.host = host
            self.port = port
            self.path = path
        }
    }

    /// The address for viewers: `rtmp://HOST:PORT/APPLICATION`, or with `rtmps`.
    package var address: String
    package var localAddress: String
    package var hooks: Hooks
    /// The address of nginx-rtmp's `stat` and `control`. With `nil`, connections are not cut, and a restarted keeper
    /// does not know the publishers.
    package var control: String?

    package init(address: String, localAddress: String? = nil, hooks: Hooks, control: String?) {
        self.address = address
        self.localAddress = localAddress ?? address
        self.hooks = hooks
        self.control = control
    }

    var application: String { String(address.split(separator: "/").last ?? "live") }

    package init(_ nginx: NginxConfiguration, host: String) {
        self.init(
            address: nginx.publicAddress(host: host), localAddress: nginx.localAddress,
            hooks: nginx.hooks, control: nginx.controlAddress)
    }
}
