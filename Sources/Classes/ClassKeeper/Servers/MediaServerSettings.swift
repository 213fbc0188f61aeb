/// A keeper's settings of a media server for RTMP. Holds secrets.
package struct MediaServerSettings: Sendable, Equatable {
    /// The address at which the server asks whether a client may publish or play.
    package struct Hooks: Sendable, Equatable {
        package var host: String
        package var port: Int
        /// A secret: the address's path, without the slash.
        package var path: String

        package init(host: String, port: Int, path: String) {
            self.host = host
            self.port = port
            self.path = path
        }
    }

    /// `rtmp://HOST:PORT/APPLICATION`, or with `rtmps`, for viewers.
    package var address: String
    /// The same for programs on this machine, for the recorder.
    package var localAddress: String
    package var hooks: Hooks
    /// The address that contains `stat` and `control` of nginx-rtmp, or `nil` if there is none. Without it, connections
    /// are not cut, and a keeper that restarts does not know the publishers.
    package var control: String?

    package init(address: String, localAddress: String? = nil, hooks: Hooks, control: String?) {
        self.address = address
        self.localAddress = localAddress ?? address
        self.hooks = hooks
        self.control = control
    }

    /// The name of the RTMP application: the last part of the path.
    var application: String { String(address.split(separator: "/").last ?? "live") }

    package init(_ nginx: NginxConfiguration, host: String) {
        self.init(
            address: nginx.publicAddress(host: host), localAddress: nginx.localAddress,
            hooks: nginx.hooks, control: nginx.controlAddress)
    }
}
