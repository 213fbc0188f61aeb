package import ClassAccess
package import HTTPServing
package import PlayCore
package import Signalling

/// A keeper's settings, including those of its servers. Holds secrets.
package struct KeeperSettings: Sendable {
    package var folder: String
    /// The lock of the folder if the caller holds it, or `nil` to let the keeper take it.
    package var lock: KeeperLock?
    package var account: XMPPAccount
    package var clientDomain: String
    package var roomDomain: String
    /// The server to which ticket holders connect.
    package var server: ClassTicket.Server
    package var upload: String?
    /// The media server for TCP, or `nil` if there is none.
    package var mediaServer: MediaServerSettings?
    /// The Janus for UDP, or `nil` if there is none. Its descriptions are exchanged at ``publicAddress``.
    package var janus: JanusServerSettings?
    /// The folder for packages of recorded classes, or `nil` if nothing is recorded.
    package var recordings: String?
    /// Whether classes are recorded. Earlier recordings are served in any case.
    package var records = true
    /// Known once the classes are loaded, and shared by all copies.
    let audiences = RecordingAudiences()
    /// Bytes that all recordings together may take, or `nil` for the disk's free space.
    package var recordingSpace: Int64?
    /// Days after which finished recordings are deleted, or 0 for never.
    package var recordingDays = 0
    /// The path of the program that records sound and pictures, or `nil` if they are not recorded.
    package var recorder: String?
    var library: RecordingLibrary? {
        recordings.map {
            RecordingLibrary(folder: $0, publicAddress: publicAddress, linkEnding: linkEnding, key: tokenKey)
        }
    }
    /// The key of tokens, shared with the XMPP server.
    package var tokenKey: [UInt8]
    package var integratorKeys: [[UInt8]] = []
    /// The OpenID provider with whose accounts people enter, or `nil` if there is none.
    package var signIn: SignInSettings?
    /// The learning platforms that launch classes (LTI 1.3).
    package var platforms: [LearningPlatform] = []
    /// The web server for requests to join, or `nil` if people join only by ``Keeper/admit(_:from:)``.
    package var web: HTTPServerSettings?
    /// The address of ``web`` for viewers, `https://HOST[:PORT]`, or `nil` for the one at which it listens.
    package var publicAddress: String?
    /// Appended to addresses with ``publicAddress`` that viewers paste: `#sha256=…` of the server's key.
    package var linkEnding = ""
    /// Other names and addresses of this machine. A ticket that is requested at one of them names that one.
    package var otherHosts: [String] = []
    package var limits = KeeperLimits()
    /// See ``KeeperRoom/Place/grace``.
    package var grace = HostTime.seconds(10)

    package init(
        folder: String, account: XMPPAccount, clientDomain: String, roomDomain: String, server: ClassTicket.Server,
        tokenKey: [UInt8]
    ) {
        self.folder = folder
        self.account = account
        self.clientDomain = clientDomain
        self.roomDomain = roomDomain
        self.server = server
        self.tokenKey = tokenKey
    }

    /// Creates settings for a Prosody on this machine. `host` is its address for viewers, `authority` the PEM
    /// certificates that they have to trust, or `nil` for the system's.
    package init(folder: String, prosody: ProsodyConfiguration, host: String, authority: String?) {
        self.init(
            folder: folder,
            account: XMPPAccount(
                .component(domain: prosody.keeperDomain, secret: prosody.componentSecret), host: "127.0.0.1",
                port: prosody.ports.components),
            clientDomain: prosody.clientDomain, roomDomain: prosody.roomDomain,
            server: ClassTicket.Server(
                host: host, port: prosody.ports.clients, authority: authority, webSocket: prosody.webSocketAddress),
            tokenKey: Array(prosody.tokenSecret.utf8))
        upload = prosody.uploadDomain
    }

    func admission(guestKey: [UInt8]) -> ClassAdmission.Settings {
        var settings = ClassAdmission.Settings(
            server: server, clientDomain: clientDomain, roomDomain: roomDomain, keeper: account.domain,
            tokenKey: tokenKey, guestKey: guestKey)
        settings.upload = upload
        settings.media = mediaServer.map { [ClassTicket.MediaServer(name: "rtmp", address: $0.address)] } ?? []
        if let janus, let publicAddress {
            let ports = janus.mediaPorts.map { "\($0.lowerBound)-\($0.upperBound)" }
            settings.media.append(ClassTicket.MediaServer(name: "webrtc", address: publicAddress, ports: ports))
        }
        settings.integratorKeys = integratorKeys
        settings.linkEnding = linkEnding
        settings.otherHosts = otherHosts
        settings.joins = limits.joins
        return settings
    }
}
