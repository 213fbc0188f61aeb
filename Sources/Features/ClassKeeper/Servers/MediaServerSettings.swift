/// What a keeper needs to know of a media server for RTMP. A value; it holds secrets.
package struct MediaServerSettings: Sendable, Equatable {
    /// Where the server asks whether somebody may publish or play.
    package struct Hooks: Sendable, Equatable {
        package var host: String
        package var port: Int
        /// What stands in the address behind the slash: a secret.
        package var path: String

        package init(host: String, port: Int, path: String) {
            self.host = host
            self.port = port
            self.path = path
        }
    }

    /// `rtmp://HOST:PORT/APPLICATION`, as viewers reach it.
    package var address: String
    /// The same from this machine, for the recorder.
    package var localAddress: String
    package var hooks: Hooks
    /// `stat` and `control` of nginx-rtmp stand below it; nil: nobody is cut off, and a keeper that starts again does not know
    /// who publishes.
    package var control: String?

    package init(address: String, localAddress: String? = nil, hooks: Hooks, control: String?) {
        self.address = address
        self.localAddress = localAddress ?? address
        self.hooks = hooks
        self.control = control
    }

    /// The name of RTMP's application: the last part of the path.
    var application: String { String(address.split(separator: "/").last ?? "live") }

    package init(_ nginx: NginxConfiguration, host: String) {
        self.init(
            address: nginx.publicAddress(host: host), localAddress: nginx.publicAddress(host: "127.0.0.1"),
            hooks: nginx.hooks, control: nginx.controlAddress)
    }
}
