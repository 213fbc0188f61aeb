import Addresses
package import ClassAccess
import ClassWire
import Classes
package import PlayCore
import Signalling
import XML

/// Plays a film with a connection for each role. Blocks until the film ends or is cancelled.
package struct FilmRun {
    package struct Links {
        package var teacher: JoinLink
        package var others: JoinLink

        package init(teacher: JoinLink, others: JoinLink) {
            self.teacher = teacher
            self.others = others
        }
    }

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
        var isShutOut = false
        let connection: XMPPConnection
        var retry: HostTime?

        var due: HostTime? { HostTime.earlier(retry, actor.nextKnock) }
    }

    /// The roles that enter together. Later roles enter one by one, because the server notifies everyone in the class
    /// of each.
    private static let crowd = 50
    private static let crowdPace = HostTime.milliseconds(100)

    /// For all roles to enter.
    private static let patience = HostTime.seconds(60)

    private let film: ClassFilm
    private let clock: any HostClock
    private let wakeUp = WakeUp()
    private let report: (String) -> Void
    package var observer: Observer?
    private var players: [Player] = []
    private var places: [String: Int] = [:]
    private var ids: [String: String] = [:]

    package init(_ film: ClassFilm, clock: any HostClock = SystemClock(), report: @escaping (String) -> Void) {
        self.film = film
        self.clock = clock
        self.report = report
    }

    /// - Parameter authorityFile: a PEM file; `nil` for the tickets' authorities, or else the system's.
    ///
    /// - Throws: the reason why a role was not admitted.
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

    package mutating func enter(_ role: String, by ticket: ClassTicket, authorityFile: String?) {
        ids[role] = ticket.user.id
        guard let address = XMPPAddress(ticket.jid), let actor = FilmActor(ticket) else {
            report("\(ticket.user.name): \(ticket.jid)")
            return
        }
        var account = XMPPAccount(
            .client(address, password: ticket.token), host: ticket.server.host, port: ticket.server.port)
        if let authorityFile {
            account.authorityFile = authorityFile
        } else {
            account.authority = ticket.server.authority
        }
        if players.count >= Self.crowd { pass(until: clock.now + Self.crowdPace) }
        places[role] = players.count
        players.append(Player(actor: actor, connection: XMPPConnection(account, wakeUp: wakeUp)))
    }

    /// Waits for the roles for ``patience``, or without a limit if the film repeats. Returns `false` without playing if
    /// not all roles could enter.
    @discardableResult
    package mutating func play(isRepeated: Bool, cancel: CancelToken) -> Bool {
        let registration = cancel.onCancel { [wakeUp] in wakeUp.signal() }
        defer { withExtendedLifetime(registration) {} }
        let limit = clock.now + Self.patience
        while !cancel.isCancelled, !hasEveryoneEntered {
            guard isRepeated || (clock.now < limit && !players.contains(where: \.isShutOut)) else {
                end()
                return false
            }
            pass(until: clock.now + .milliseconds(200))
        }
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
        return true
    }

    private var hasEveryoneEntered: Bool {
        players.allSatisfy { $0.actor.isInside || !$0.actor.isWanted || $0.actor.hasGivenUp }
    }

    private mutating func pass(until deadline: HostTime, cancel: CancelToken) {
        while !cancel.isCancelled, clock.now < deadline { pass(until: deadline) }
    }

    private mutating func pass(until deadline: HostTime) {
        var wait = deadline
        for place in players.indices {
            if let due = players[place].due { wait = min(wait, due) }
        }
        _ = wakeUp.wait(until: wait)
        let now = clock.now
        for place in players.indices where hasWork(place, at: now) { attend(place, at: now) }
    }

    /// Runs for every role whenever any role receives something, so it must be cheap.
    private func hasWork(_ place: Int, at now: HostTime) -> Bool {
        players[place].connection.hasNews || players[place].due.map { $0 <= now } == true
    }

    /// Works in place, because copying a role's state for each stanza would cost more than the stanza.
    private mutating func attend(_ place: Int, at now: HostTime) {
        let (connection, name) = (players[place].connection, players[place].actor.name)
        for news in connection.takeNews() {
            if let observer, case .stanza(let stanza) = news, let chat = ChatStanza(message: stanza) {
                observer.heard(chat.text)
            }
            let (stanzas, refusals) = players[place].actor.received(news, at: now)
            refusals.forEach(report)
            send(stanzas, by: players[place])
            guard case .offline(let failure) = news else { continue }
            report("\(name): \(failure.reason)")
            if failure.isFinal { players[place].isShutOut = true } else { players[place].retry = now + .seconds(2) }
        }
        let knock = players[place].actor.knock(at: now)
        send(knock, by: players[place])
        if let retry = players[place].retry, retry <= now {
            players[place].retry = nil
            connection.reconnect()
        }
    }

    private mutating func perform(_ line: ClassFilm.Line) {
        guard let place = places[line.who] else { return }
        if case .say(let text) = line.deed { observer?.said(text) }
        let (stanzas, refusals) = players[place].actor.perform(line.deed, ids: ids, at: clock.now)
        refusals.forEach(report)
        send(stanzas, by: players[place])
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
        for player in players { player.connection.close() }
        for player in players { _ = player.connection.waitForEnd(limit: .seconds(1)) }
    }
}
