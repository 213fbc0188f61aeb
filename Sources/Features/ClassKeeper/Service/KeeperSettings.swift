package import ClassAccess
package import HTTPServing
package import PlayCore
package import Signalling

/// What a keeper needs to know of its servers. A value; it holds secrets.
package struct KeeperSettings: Sendable {
    /// Of its file.
    package var folder: String
    /// Of the folder, where whoever starts the keeper has it; nil: the keeper takes it.
    package var lock: KeeperLock?
    /// As a component.
    package var account: XMPPAccount
    package var clientDomain: String
    package var roomDomain: String
    /// Where those with tickets connect to.
    package var server: ClassTicket.Server
    /// Of the service that takes files; nil: none.
    package var upload: String?
    /// For sound and pictures over TCP; nil: there are none.
    package var mediaServer: MediaServerSettings?
    /// For sound and pictures over UDP, whose descriptions go by ``publicAddress``; nil: there are none.
    package var janus: JanusServerSettings?
    /// Of the packages that recorded classes become; nil: nothing is recorded.
    package var recordings: String?
    /// False: no class is recorded; what was recorded before is still served.
    package var records = true
    /// Bytes that all recordings together may take; nil: what the disk has.
    package var recordingSpace: Int64?
    /// The path of the program that records sound and pictures; nil: they are not recorded.
    package var recorder: String?
    var library: RecordingLibrary? {
        recordings.map {
            RecordingLibrary(folder: $0, publicAddress: publicAddress, linkEnding: linkEnding, key: tokenKey)
        }
    }
    /// The XMPP server knows it, too.
    package var tokenKey: [UInt8]
    package var integratorKeys: [[UInt8]] = []
    /// Where people ask to be let in; nil: they are not, but by ``Keeper/admit(_:from:)``.
    package var web: HTTPServerSettings?
    /// As viewers reach ``web``: `https://HOST[:PORT]`; nil: as it listens.
    package var publicAddress: String?
    /// Follows what ``publicAddress`` begins wherever a viewer is to paste it: `#sha256=…` of the server's key.
    package var linkEnding = ""
    /// Other names and addresses of this machine: who asks for a ticket at one of them gets it for there.
    package var otherHosts: [String] = []
    package var limits = KeeperLimits()
    /// ``KeeperRoom/Place/grace``.
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

    /// For a Prosody on this machine.
    ///
    /// - Parameters:
    ///   - host: at which viewers find it.
    ///   - authority: what they have to trust, PEM; nil: what they trust anyway.
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
        if janus != nil, let publicAddress {
            settings.media.append(ClassTicket.MediaServer(name: "webrtc", address: publicAddress))
        }
        settings.integratorKeys = integratorKeys
        settings.linkEnding = linkEnding
        settings.otherHosts = otherHosts
        settings.joins = limits.joins
        return settings
    }
}
