package import ClassAccess
package import Classes
import HTTPServing
package import PlayCore
import Storage

/// A running class server. Its thread `keeper` decides, stores and sends. Requests to join arrive over HTTP. Any
/// thread.
package final class Keeper: Sendable {
    package struct Status: Sendable, Equatable {
        package struct Room: Sendable, Equatable {
            package var isInside: Bool
            package var number: Int64
            package var present: Set<String>
        }
        package var isOnline: Bool
        package var rooms: [String: Room]
    }

    private let inbox: KeeperInbox
    private let thread: WorkerThread
    private let server: HTTPServer?
    private let media: MediaServerLink?
    private let webRTC: WebRTCLink?
    private let cancel = CancelToken()
    package let webPort: Int?
    private static let patience = HostTime.seconds(10)

    package init(_ settings: KeeperSettings) throws(KeeperError) {
        let inbox = KeeperInbox()
        self.inbox = inbox
        let media: MediaServerLink? =
            if let server = settings.mediaServer { try MediaServerLink(server, inbox) } else { nil }
        self.media = media
        let webRTC = settings.janus.flatMap { WebRTCLink($0, inbox) }
        self.webRTC = webRTC
        let start = Monitor<Result<Void, KeeperError>?>(nil)
        thread = WorkerThread(name: "keeper") {
            do throws(KeeperError) {
                let loop = try KeeperLoop(settings, inbox, media, webRTC)
                start.update { $0 = .success(()) }
                loop.run()
            } catch {
                start.update { $0 = .failure(error) }
            }
            inbox.end()
        }
        do throws(KeeperError) {
            try (start.wait { $0 } ?? .failure(.closed)).get()
            server = try Self.serve(settings, inbox, webRTC, try Self.signIns(settings, inbox, cancel))
        } catch {
            media?.close()
            webRTC?.close()
            inbox.close()
            thread.join()
            throw error
        }
        webPort = server?.port
    }

    deinit { close() }

    private struct SignIns {
        var accounts: SignInCoordinator?
        var platforms: LaunchCoordinator?

        func answer(_ request: HTTPServerRequest) -> HTTPServerResponse? {
            accounts?.answer(request) ?? platforms?.answer(request)
        }
    }

    private static func signIns(
        _ settings: KeeperSettings, _ inbox: KeeperInbox, _ cancel: CancelToken
    ) throws(KeeperError) -> SignIns {
        guard settings.signIn != nil || !settings.platforms.isEmpty else { return SignIns() }
        guard SignatureLibrary.shared != nil, let client = SignInClient(cancel: cancel) else {
            throw .server(tr("sign-in needs the libraries OpenSSL 3 and libcurl"))
        }
        let clock = SystemClock()
        let wallTime: @Sendable () -> Int64 = { WallTime.now.milliseconds / 1000 }
        let makeCode: SignInCoordinator.CodeMaker = { person in
            inbox.perform(within: patience) { $0.makeCode(for: person) } ?? .failure(JoinError(.signInUnreachable))
        }
        var signIns = SignIns()
        if let signIn = settings.signIn {
            let own = signIn.authorityFile.flatMap { SignInClient(cancel: cancel, authorityFile: $0) } ?? client
            signIns.accounts = SignInCoordinator(
                signIn, IdentityProvider(signIn, own, clock), pace: settings.limits.joins.perAddress, clock: clock,
                wallTime: wallTime, classes: { inbox.perform(within: patience) { $0.openClasses } ?? [] },
                makeCode: makeCode)
        }
        if !settings.platforms.isEmpty {
            signIns.platforms = LaunchCoordinator(
                settings.platforms, client, publicAddress: settings.publicAddress ?? "",
                linkEnding: settings.linkEnding, clock: clock, wallTime: wallTime, makeCode: makeCode)
        }
        return signIns
    }

    private static func serve(
        _ settings: KeeperSettings, _ inbox: KeeperInbox, _ webRTC: WebRTCLink?, _ signIns: SignIns
    ) throws(KeeperError) -> HTTPServer? {
        guard let web = settings.web else { return nil }
        let (address, library, audiences) = (settings.publicAddress, settings.library, settings.audiences)
        do throws(HTTPServerError) {
            // Janus and sign-in services may hang, and requests to join must not wait for them.
            var waits: [HTTPServer.Wait] = []
            if webRTC != nil { waits.append { WebRTCLink.isAsked(by: $0) } }
            if signIns.accounts != nil { waits.append { SignInCoordinator.isAsked(by: $0) } }
            if signIns.platforms != nil { waits.append { LaunchCoordinator.isAsked(by: $0) } }
            return try HTTPServer(web, waits: waits) { request in
                let answered =
                    library?.answer(request, audiences) ?? webRTC?.answer(request) ?? signIns.answer(request)
                if let answered { return answered }
                let answer = inbox.perform(within: patience) { loop in
                    loop.answer(request, publicAddress: address ?? "")
                }
                return answer ?? .text(503, "try again")
            }
        } catch {
            throw .web(error)
        }
    }

    /// All decisions are stored.
    package func close() {
        cancel.cancel()
        // Closed first, because its threads wait for the keeper's thread.
        server?.close()
        media?.close()
        webRTC?.close()
        inbox.close()
        thread.join()
    }

    // MARK: Requests

    package func keep(_ plan: ClassPlan) throws(KeeperError) {
        try ask { loop throws(KeeperError) in try loop.keep(plan) }
    }

    package func makeCode(
        for room: String, _ role: ClassUser.Role, group: Int = 0, expires: Int64, uses: Int? = nil
    ) throws(KeeperError) -> CodeGrant {
        try ask { loop throws(KeeperError) in
            try loop.makeCode(for: room, role, group: group, expires: expires, uses: uses)
        }
    }

    package func admit(_ request: JoinRequest, from address: String = "127.0.0.1") throws(KeeperError) -> Result<
        ClassTicket, JoinError
    > {
        try ask { loop throws(KeeperError) in try loop.admit(request, from: address) }
    }

    package var status: Status {
        inbox.perform(within: Self.patience) { $0.status } ?? Status(isOnline: false, rooms: [:])
    }

    /// Returns the state that everyone in the class has after all messages have arrived.
    package func state(of room: String) -> (state: ClassState, number: Int64)? {
        inbox.perform(within: Self.patience) { $0.state(of: room) } ?? nil
    }

    /// Whether the keeper's thread answers within ten seconds.
    package var isResponsive: Bool { inbox.perform(within: Self.patience) { _ in true } ?? false }

    /// Blocks until the keeper is in all its rooms. Returns whether that happened within `limit`.
    package func waitUntilReady(limit: HostTime = .seconds(20)) -> Bool {
        inbox.waitUntilReady(until: SystemClock().now + limit)
    }

    private func ask<Answer: Sendable>(
        _ work: @escaping @Sendable (KeeperLoop) throws(KeeperError) -> Answer
    ) throws(KeeperError) -> Answer {
        let answer = inbox.perform(within: Self.patience) { loop -> Result<Answer, KeeperError> in
            do throws(KeeperError) { return .success(try work(loop)) } catch { return .failure(error) }
        }
        return try (answer ?? .failure(.closed)).get()
    }
}
