import Addresses
package import ClassAccess
import ClassWire
package import PlayCore
import Rooms
import Signalling
import XML

/// Plays a film: each role is a connection of its own. Runs on the caller's thread until it is cancelled.
package struct FilmRun {
    /// Where teachers, and where all others enter.
    package struct Links {
        package var teacher: JoinLink
        package var others: JoinLink

        package init(teacher: JoinLink, others: JoinLink) {
            self.teacher = teacher
            self.others = others
        }
    }

    /// Is told of lines of the chat: who says one, and each time that somebody hears it.
    package struct Observer: Sendable {
        package var said: @Sendable (String) -> Void
        package var heard: @Sendable (String) -> Void

        package init(said: @escaping @Sendable (String) -> Void, heard: @escaping @Sendable (String) -> Void) {
            self.said = said
            self.heard = heard
        }
    }

    private struct Player {
        var actor: FilmActor
        let connection: XMPPConnection
        /// When to connect again.
        var retry: HostTime?
    }

    /// So many enter at once; those who follow one after the other, since all who are there are told of each.
    private static let crowd = 50
    private static let crowdPace = HostTime.milliseconds(100)

    private let film: ClassFilm
    private let clock: any HostClock
    private let wakeUp = WakeUp()
    private let report: (String) -> Void
    /// For measuring.
    package var observer: Observer?
    private var players: [String: Player] = [:]
    private var ids: [String: String] = [:]

    /// - Parameter report: called with what a person could not do; unverified text.
    package init(_ film: ClassFilm, clock: any HostClock = SystemClock(), report: @escaping (String) -> Void) {
        self.film = film
        self.clock = clock
        self.report = report
    }

    /// Enters with everybody.
    ///
    /// - Parameter authorityFile: PEM; nil: the system's authorities.
    /// - Throws: why somebody was not admitted.
    package mutating func enter(
        _ links: Links, by client: JoinClient, authorityFile: String?, cancel: CancelToken
    ) throws(JoinError) {
        for role in film.cast {
            let link = role.role == .teacher ? links.teacher : links.others
            let ticket = try client.join(
                JoinRequest(.code(link.code, resume: nil), name: role.name), at: link.server, cancel: cancel)
            enter(role.id, by: ticket, authorityFile: authorityFile)
        }
    }

    /// Enters with one, by its id in the script.
    package mutating func enter(_ role: String, by ticket: ClassTicket, authorityFile: String?) {
        ids[role] = ticket.user.id
        guard let address = XMPPAddress(ticket.jid), let actor = FilmActor(ticket) else {
            report("\(ticket.user.name): \(ticket.jid)")
            return
        }
        var account = XMPPAccount(
            .client(address, password: ticket.token), host: ticket.server.host, port: ticket.server.port)
        account.authorityFile = authorityFile
        if players.count >= Self.crowd { pass(until: clock.now + Self.crowdPace) }
        players[role] = Player(actor: actor, connection: XMPPConnection(account, wakeUp: wakeUp))
    }

    /// Plays it, once or again and again.
    ///
    /// - Parameter isRepeated: it begins anew at its end.
    package mutating func play(isRepeated: Bool, cancel: CancelToken) {
        let registration = cancel.onCancel { [wakeUp] in wakeUp.signal() }
        defer { withExtendedLifetime(registration) {} }
        while !cancel.isCancelled, !isEverybodyInside { pass(until: clock.now + .milliseconds(200)) }
        repeat {
            let start = clock.now
            for line in film.lines {
                pass(until: start + .milliseconds(Int(line.at)), cancel: cancel)
                if cancel.isCancelled { break }
                perform(line)
            }
            pass(until: start + .milliseconds(Int(film.duration)), cancel: cancel)
        } while isRepeated && !cancel.isCancelled
        end()
    }

    private var isEverybodyInside: Bool {
        players.values.allSatisfy { $0.actor.isInside || !$0.actor.isWanted || $0.actor.hasGivenUp }
    }

    private mutating func pass(until deadline: HostTime, cancel: CancelToken) {
        while !cancel.isCancelled, clock.now < deadline { pass(until: deadline) }
    }

    /// Waits once.
    private mutating func pass(until deadline: HostTime) {
        let retries = players.values.compactMap(\.retry) + players.values.compactMap(\.actor.nextKnock)
        _ = wakeUp.wait(until: ([deadline] + retries).min() ?? deadline)
        for id in players.keys { attend(id) }
    }

    /// What has come for somebody.
    private mutating func attend(_ id: String) {
        // Taken out: a copy of its state for each stanza would cost more than the stanza.
        guard var player = players.removeValue(forKey: id) else { return }
        let now = clock.now
        for news in player.connection.takeNews() {
            if let observer, case .stanza(let stanza) = news, let chat = ChatStanza(message: stanza) {
                observer.heard(chat.text)
            }
            let (stanzas, refusals) = player.actor.received(news, at: now)
            refusals.forEach(report)
            send(stanzas, by: player)
            guard case .offline(let failure) = news else { continue }
            report("\(player.actor.name): \(failure.reason)")
            if !failure.isFinal { player.retry = now + .seconds(2) }
        }
        send(player.actor.knock(at: now), by: player)
        if let retry = player.retry, retry <= now {
            player.retry = nil
            player.connection.reconnect()
        }
        players[id] = player
    }

    private mutating func perform(_ line: ClassFilm.Line) {
        guard var player = players.removeValue(forKey: line.who) else { return }
        if case .say(let text) = line.deed { observer?.said(text) }
        let (stanzas, refusals) = player.actor.perform(line.deed, ids: ids, at: clock.now)
        refusals.forEach(report)
        send(stanzas, by: player)
        players[line.who] = player
    }

    private func send(_ stanzas: [XMLElement], by player: Player) {
        for stanza in stanzas {
            do throws(XMPPRefusal) {
                try player.connection.send(stanza)
            } catch {
                report("\(player.actor.name): \(error)")
            }
        }
    }

    private func end() {
        for player in players.values { player.connection.close() }
        for player in players.values { _ = player.connection.waitForEnd(limit: .seconds(1)) }
    }
}
