package import ClassAccess
package import HTTPServing
package import PlayCore
package import Signalling

/// A keeper's settings, including those of its servers. Contains secrets.
package struct KeeperSettings: Sendable {
    package var folder: String
    /// The lock of the folder; with `nil`, the keeper acquires it.
    package var lock: KeeperLock?
    package var account: XMPPAccount
    package var clientDomain: String
    package var roomDomain: String
    /// The server to which ticket holders connect.
    package var server: ClassTicket.Server
    package var upload: String?
    package var mediaServer: MediaServerSettings?
    /// Descriptions are exchanged at ``publicAddress``.
    package var janus: JanusServerSettings?
    /// The folder for packages of recorded classes; `nil` to record nothing.
    package var recordings: String?
    /// Whether classes are recorded. Earlier recordings are served in any case.
    package var records = true
    let audiences = RecordingAudiences()
    /// In bytes of all recordings; `nil` for the disk's free space.
    package var recordingSpace: Int64?
    /// Finished recordings are deleted after this number of days; 0 for never.
    package var recordingDays = 0
    /// The path of the program that records sound and pictures; `nil` for none.
    package var recorder: String?
    var library: RecordingLibrary? {
        recordings.map {
            RecordingLibrary(folder: $0, publicAddress: publicAddress, linkEnding: linkEnding, key: tokenKey)
        }
    }
    package var tokenKey: [UInt8]
    package var integratorKeys: [[UInt8]] = []
    package var signIn: SignInSettings?
    /// The platforms launch classes (LTI 1.3).
    package var platforms: [LearningPlatform] = []
    /// `nil` if only ``Keeper/admit(_:from:)`` admits people.
    package var web: HTTPServerSettings?
    /// The address of ``web`` for viewers, `https://HOST[:PORT]`; `nil` for the one at which it listens.
    package var publicAddress: String?
    /// A suffix of addresses that viewers paste: `#sha256=…` of the server's key.
    package var linkEnding = ""
    /// Other names and addresses of this machine. A ticket names the one at which it was requested.
    package var otherHosts: [String] = []
    package var limits = KeeperLimits()
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

    /// Creates settings for a Prosody on this machine. `host` is its address for viewers. `authority` contains the PEM
    /// certificates that they must trust; `nil` for the system's.
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
