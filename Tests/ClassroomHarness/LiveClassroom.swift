package import ClassAccess
package import ClassKeeper
import ClassRules
package import Classes
package import Foundation
import HTTPServing
package import PlayCore
package import Signalling
import TestSupport

/// The class `botany` on a real Prosody, with a keeper in this process.
package final class LiveClassroom {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    package static let name = "botany"

    package let server: ProsodyServer
    /// The folder of the keeper's files.
    package let folder: URL
    /// The running keeper, or `nil` while it is stopped.
    package private(set) var keeper: Keeper?
    private var settings: KeeperSettings
    private var codes: [ClassUser.Role: CodeGrant] = [:]

    /// - Parameters:
    ///   - adjust: changes the keeper's settings before it starts.
    package init(
        _ plan: ClassPlan = ClassPlan(name: LiveClassroom.name, title: "Botany"), server: ProsodyServer? = nil,
        adjust: (inout KeeperSettings) throws -> Void = { _ in }
    ) throws {
        self.server = try server ?? ProsodyServer()
        folder = try BuiltProgram.temporaryFolder()
        let configuration = self.server.configuration
        settings = KeeperSettings(
            folder: folder.path, prosody: configuration, host: "127.0.0.1",
            authority: try String(contentsOfFile: configuration.certificatePath, encoding: .utf8))
        settings.grace = .milliseconds(500)
        // Tests write faster than people do.
        settings.limits.chat.pace = Pace(perMinute: 6_000, burst: 1_000)
        settings.recordings = recordings
        settings.web = HTTPServerSettings(host: "127.0.0.1", port: 0)
        try adjust(&settings)
        try start()
        try keep(plan)
    }

    deinit {
        keeper?.close()
        BuiltProgram.remove(folder)
    }

    /// The running keeper. Throws while it is stopped.
    package var working: Keeper {
        get throws {
            guard let keeper else { throw Failure(description: "the keeper is away") }
            return keeper
        }
    }

    package func start() throws {
        keeper = try Keeper(settings)
        StartCount.note("keeper")
        guard try working.waitUntilReady(limit: Patience.limit) else {
            throw Failure(description: "the keeper is in no room")
        }
    }

    /// Closes the keeper in order.
    package func stop() {
        keeper?.close()
        keeper = nil
    }

    /// Restarts the keeper with this much grace for people whose connection was lost. The default is half a second,
    /// which is too short for a reconnection on a busy machine.
    package func wait(_ grace: HostTime) throws {
        stop()
        settings.grace = grace
        try start()
    }

    package func keep(_ plan: ClassPlan) throws {
        try working.keep(plan)
        guard try working.waitUntilReady(limit: Patience.limit) else {
            throw Failure(description: "the keeper is not in \(plan.name)")
        }
    }

    /// The folder of the packages that recorded classes become.
    package var recordings: String { folder.path + "/recordings" }

    package var room: XMPPAddress { server.room(Self.name) }

    /// The file with the certificate of its servers.
    package var authorityFile: String { server.configuration.certificatePath }

    /// Returns a code that admits people to a class, as `tvplay class --code` takes it.
    package func code(_ role: ClassUser.Role = .student, room: String = LiveClassroom.name) throws -> CodeGrant {
        if room == Self.name, let known = codes[role] { return known }
        let expires = Int64(Date().timeIntervalSince1970) + 3600
        let code = try working.makeCode(for: room, role, expires: expires)
        if room == Self.name { codes[role] = code }
        return code
    }

    /// `http://127.0.0.1:PORT/c/CODE`.
    package func link(_ role: ClassUser.Role = .student) throws -> String {
        "http://127.0.0.1:\(try working.webPort ?? 0)/c/\(try code(role).code.shown)"
    }

    /// - Parameter resume: the resume token of an earlier ticket, or `nil` for a new person.
    package func ticket(
        _ name: String, _ role: ClassUser.Role = .student, resume: String? = nil, room: String = LiveClassroom.name
    ) throws -> ClassTicket {
        let request = JoinRequest(.code(try code(role, room: room).code.shown, resume: resume), name: name)
        return try working.admit(request).get()
    }

    /// Returns the address to which `user` publishes a stream, with its token.
    package func address(of kind: MediaStreamName.Kind, from user: String) throws -> String {
        guard let media = settings.mediaServer else { throw Failure(description: "no media server") }
        let expires = Int64(Date().timeIntervalSince1970) + 600
        let token = MediaToken(room: Self.name, user: user, expires: expires).text(key: settings.tokenKey)
        return "\(media.address)/\(MediaStreamName(room: Self.name, user: user, kind).text)?token=\(token)"
    }

    /// Returns the address from which a person's stream is received by WHEP, and its token.
    package func webStream(
        of kind: MediaStreamName.Kind, from user: String
    ) throws -> (address: String, token: String) {
        guard let media = try ticket("A viewer").media.first(where: { $0.name == "webrtc" }), let token = media.token
        else { throw Failure(description: "no server for UDP") }
        let name = MediaStreamName(room: Self.name, user: user, kind)
        return (media.address + StreamResource(.receive, name).path, token)
    }

    /// Returns the account that a ticket admits.
    package func account(_ ticket: ClassTicket, resource: String? = nil) throws -> XMPPAccount {
        guard let address = XMPPAddress(ticket.jid) else { throw Failure(description: "no address: \(ticket.jid)") }
        var account = XMPPAccount(
            .client(address.with(resource: resource), password: ticket.token), host: ticket.server.host,
            port: ticket.server.port)
        account.authorityFile = server.configuration.certificatePath
        return account
    }
}
