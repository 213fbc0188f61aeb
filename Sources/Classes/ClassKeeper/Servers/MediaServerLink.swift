import Addresses
import ClassAccess
import HTTPServing
import PlayCore
import Transport

/// The keeper's side of a media server: answers its hooks, cuts connections, and requests the publishers every five
/// seconds. Any thread. Hooks run on the threads of an `HTTPServer`, the rest on the thread `media-control`.
final class MediaServerLink: Sendable {
    private struct Orders {
        /// Unsent cuts may be lost when the keeper ends, since each start requests the publishers again.
        var cuts: [MediaCut] = []
        var isClosed = false
    }

    private let settings: MediaServerSettings
    private let control: MediaControl?
    private let hooks: HTTPServer
    private let orders: Monitor<Orders>
    private let thread: WorkerThread?

    private static let patience = HostTime.seconds(4)
    private static let interval = HostTime.seconds(5)
    private static let cutsLimit = 10_000

    init(_ settings: MediaServerSettings, _ inbox: KeeperInbox) throws(KeeperError) {
        self.settings = settings
        let control = settings.control.flatMap { MediaControl($0, application: settings.application) }
        self.control = control
        let orders = Monitor(Orders())
        self.orders = orders
        do throws(HTTPServerError) {
            let web = HTTPServerSettings(host: settings.hooks.host, port: settings.hooks.port)
            hooks = try HTTPServer(web) { request in
                Self.answer(request, settings.hooks, inbox, control)
            }
        } catch {
            throw .web(error)
        }
        thread = control.map { control in
            WorkerThread(name: "media-control") { Self.run(control, orders, inbox) }
        }
    }

    func close() {
        hooks.close()
        orders.update { $0.isClosed = true }
        thread?.join()
    }

    func cut(_ cuts: [MediaCut]) {
        guard !cuts.isEmpty else { return }
        orders.update { if $0.cuts.count < Self.cutsLimit { $0.cuts += cuts } }
    }

    // MARK: Hooks

    /// On any failure, the client must not publish or play.
    private static func answer(
        _ request: HTTPServerRequest, _ settings: MediaServerSettings.Hooks, _ inbox: KeeperInbox,
        _ control: MediaControl?
    ) -> HTTPServerResponse {
        guard request.method == .post, request.target.segments == [settings.path], let hook = MediaHook(request) else {
            return .notFound
        }
        let answer = inbox.perform(within: patience) { $0.answer(hook) }
        guard let answer, answer.isAllowed else { return .text(403, "no") }
        // Closes the client's previous connection first, because the server accepts one publisher per name.
        for cut in answer.cuts { control?.cut(cut) }
        return .text(200, "yes")
    }

    // MARK: The thread

    private static func run(_ control: MediaControl, _ orders: Monitor<Orders>, _ inbox: KeeperInbox) {
        var next = SystemClock().now
        var isReachable = true
        while true {
            let found = orders.wait(until: next) { state -> (cuts: [MediaCut], isClosed: Bool)? in
                guard state.isClosed || !state.cuts.isEmpty else { return nil }
                defer { state.cuts = [] }
                return (state.cuts, state.isClosed)
            }
            if let found {
                guard !found.isClosed else { return }
                for cut in found.cuts where !control.cut(cut) {
                    Log.shared.write(.warning, "keeper", "the media server did not end \(cut.name.text)")
                }
                continue
            }
            let asked = SystemClock().now
            next = asked + interval
            let statistics = control.statistics()
            if isReachable != (statistics != nil) {
                isReachable = statistics != nil
                Log.shared.write(
                    isReachable ? .info : .warning, "keeper",
                    isReachable ? "the media server answers" : "the media server does not answer")
            }
            if let statistics { inbox.post { $0.found(statistics, asked: asked) } }
        }
    }
}

/// nginx-rtmp's statistics and control. Blocks; any thread.
final class MediaControl: Sendable {
    private let client: HTTPClient
    private let address: String
    private let application: String
    private let cancel = CancelToken()

    /// Returns `nil` if libcurl is not installed. The log has the reason.
    init?(_ address: String, application: String) {
        var settings = HTTPSettings(userAgent: "tvplay-keeper")
        settings.timeout = .seconds(2)
        settings.retries = 0
        settings.proxy = ""
        guard let client = HTTPClient(settings) else { return nil }
        self.client = client
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.application = application
    }

    func statistics() -> MediaStatistics? {
        get("/stat", limit: MediaStatistics.maximumSize).flatMap { MediaStatistics($0, application: application) }
    }

    @discardableResult
    func cut(_ cut: MediaCut) -> Bool {
        // A name has only letters, digits, `-`, `_`, `=` and `~`, so it needs no escaping in a query.
        let query = "app=\(application)&name=\(cut.name.text)&clientid=\(cut.client)"
        return get("/control/drop/\(cut.side.rawValue)?\(query)", limit: 4096) != nil
    }

    private func get(_ path: String, limit: Int) -> [UInt8]? {
        guard let address = Address(address + path) else { return nil }
        do throws(ByteSourceError) {
            return try client.begin(HTTPRequest(address), cancel: cancel).body(limit: limit)
        } catch {
            Log.shared.write(.info, "keeper", "the media server: \(error.reason)")
            return nil
        }
    }
}
