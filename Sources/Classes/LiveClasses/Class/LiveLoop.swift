import ClassAccess
import ClassRules
import Classes
import Glibc
import PlayCore
import Signalling
import XML

final class LiveLoop {
    private var machine: LiveMachine
    private let entry: LiveEntry
    private let services: LiveServices
    private let contents: LiveContents
    private let doorbell: WakeUp
    private let post: @Sendable (LiveInput) -> Void
    private let take: () -> [LiveInput]
    private let files: LiveFiles
    private let cancel = CancelToken()
    private let signedIn = Monitor<String?>(nil)
    private var connection: XMPPConnection?
    private var held: [XMLElement] = []
    private var news: [LiveNews] = []
    private let clock = SystemClock()

    private static let closingLimit = HostTime.seconds(1)

    init(
        _ machine: LiveMachine, _ entry: LiveEntry, _ services: LiveServices, contents: LiveContents, doorbell: WakeUp,
        post: @escaping @Sendable (LiveInput) -> Void, take: @escaping () -> [LiveInput]
    ) {
        self.machine = machine
        self.entry = entry
        self.services = services
        self.contents = contents
        self.doorbell = doorbell
        self.post = post
        self.take = take
        files = LiveFiles(services) { post(.file($0)) }
    }

    /// Runs until the class is over. `publish` receives the news, and the view if it has changed.
    func run(_ publish: (LiveClassView?, [LiveNews]) -> Void) {
        var shown = -1
        let asksForLine = services.asksForLine(cancel)
        perform(machine.begin(at: clock.now, asksForLine: asksForLine))
        while true {
            if machine.view.number != shown || !news.isEmpty {
                publish(machine.view.number != shown ? machine.view : nil, news)
                shown = machine.view.number
                news = []
            }
            if machine.isOver { break }
            wait()
            turn()
        }
        cancel.cancel()
        files.close()
        connection?.close()
        _ = connection?.waitForEnd(limit: Self.closingLimit)
    }

    private func turn() {
        doorbell.clear()
        sendHeld()
        for input in take() { perform(machine.handle(input, at: clock.now)) }
        for news in connection?.takeNews() ?? [] {
            if case .offline = news { held = [] }
            perform(machine.handle(.connection(news), at: clock.now))
        }
        perform(machine.expire(at: clock.now))
    }

    private func wait() {
        var entry = pollfd(fd: doorbell.descriptor, events: Int16(POLLIN), revents: 0)
        var milliseconds: Int32 = -1
        if let deadline = machine.nextDeadline {
            milliseconds = Int32(clamping: max(0, (deadline - clock.now).nanoseconds / 1_000_000 + 1))
        }
        _ = poll(&entry, 1, milliseconds)
    }

    // MARK: The machine's effects

    private func perform(_ effects: [LiveEffect]) {
        for effect in effects {
            switch effect {
            case .askForTicket(let resume): askForTicket(resume)
            case .connect(let ticket): connect(ticket)
            case .reconnect(let ticket): connection?.reconnect(ticket.flatMap { account($0)?.identity })
            case .send(let stanza): send(stanza)
            case .change(let change): contents.receive(change)
            case .tell(let news): self.news.append(news)
            case .file(let order): files.perform(order)
            case .terminal(.look(let pane)): look(at: pane)
            case .saveReport(let report, let path): save(report, path)
            case .close(let error): contents.end(error)
            }
        }
    }

    private func askForTicket(_ resume: String?) {
        let (services, cancel, post) = (services, cancel, post)
        switch entry.way {
        case .ticket: break
        case .signIn(let link):
            WorkerThread(name: "live-join") { [signedIn] in
                post(.ticket(services.signIn(link, signedIn, resume: resume, cancel: cancel) { post(.signIn($0)) }))
            }.detach()
        case .server(let server, var request):
            if let resume, case .code(let code, _) = request.proof { request.proof = .code(code, resume: resume) }
            WorkerThread(name: "live-join") { [request] in
                post(.ticket(services.join(request, at: server, cancel: cancel)))
            }.detach()
        }
    }

    private func look(at pane: String?) {
        let (cancel, post) = (cancel, post)
        WorkerThread(name: "live-terminal") {
            post(.terminal(TerminalReader().look(pane, cancel: cancel)))
        }.detach()
    }

    private func save(_ report: ClassReport, _ path: String?) {
        let post = post
        WorkerThread(name: "live-file") {
            do throws(FileError) {
                post(.result(.done(tr("Saved as %1", try ReportFile.save(report, to: path)))))
            } catch {
                post(.result(.failure(tr("Cannot write %1: %2", error.path, error.reason))))
            }
        }.detach()
    }

    private func account(_ ticket: ClassTicket) -> XMPPAccount? {
        guard let address = XMPPAddress(ticket.jid) else { return nil }
        var account = XMPPAccount(
            .client(address, password: ticket.token), host: ticket.server.host, port: ticket.server.port)
        account.authority = ticket.server.authority
        // The keeper sends a beat every five seconds, so a longer silence is an interruption.
        account.silenceLimit = .seconds(7)
        account.answerLimit = .seconds(4)
        return account
    }

    private func connect(_ ticket: ClassTicket) {
        guard let account = account(ticket) else { return }
        connection = XMPPConnection(account, wakeUp: doorbell)
    }

    private func sendHeld() {
        let stanzas = held
        held = []
        for stanza in stanzas { send(stanza) }
    }

    private func send(_ stanza: XMLElement) {
        guard held.isEmpty else { return held.append(stanza) }
        do throws(XMPPRefusal) {
            try connection?.send(stanza)
        } catch {
            switch error {
            case .queueFull: held.append(stanza)
            // Messages wait in the outbox. Acts and requests are repeated.
            case .offline: break
            case .tooLarge: Log.shared.write(.error, "live", "a stanza is too large")
            }
        }
    }
}
