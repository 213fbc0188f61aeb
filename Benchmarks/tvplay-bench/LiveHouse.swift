import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import Encoding
import Glibc
import HTTPServing
import PlayCore
import Processes
import Signalling
import Storage

/// A class server and its Prosody on 127.0.0.1, for the duration of a case.
final class LiveHouse {
    static let room = "bench"

    let keeper: Keeper
    private let folder: TemporaryFolder
    private let cancel = CancelToken()
    private let prosody: WorkerThread
    private let configuration: ProsodyConfiguration
    private let end: Int64
    private let streams: ImpairedStreams?

    /// - Parameters:
    ///   - janus: for sound and pictures over UDP.
    ///   - media: for sound and pictures over TCP.
    ///   - fault: of the lines between Janus and all others.
    init(
        janus: BenchJanus? = nil, media: BenchMediaServer? = nil, fault: ImpairedLine.Fault? = nil,
        _ prepare: (ClassStore) throws -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        let port = try Self.freePorts(5)
        let configuration = ProsodyConfiguration(
            folder: folder.path + "/prosody", domain: "bench.test",
            ports: .init(clients: port[0], secureClients: port[1], http: port[2], components: port[3]),
            tokenSecret: "secret of tokens", componentSecret: "secret of the keeper")
        try configuration.write()
        self.configuration = configuration
        prosody = WorkerThread(name: "prosody") { [cancel] in
            do throws(ProgramError) {
                let limits = ProgramRun.Limits(time: .seconds(3600), outputBytes: 64 << 20)
                _ = try ProgramRun.run(BenchChild.words(configuration.command), limits: limits, cancel: cancel)
            } catch {
                if !cancel.isCancelled { BenchProgram.writeError("prosody: \(error.description)\n") }
            }
        }
        end = Int64(time(nil)) + 7200
        let authority = try WholeFile.read(configuration.certificatePath, limit: 64 << 10)
        var settings = KeeperSettings(
            folder: folder.path + "/keeper", prosody: configuration, host: "127.0.0.1",
            authority: String(decoding: authority, as: UTF8.self))
        settings.web = HTTPServerSettings(host: "127.0.0.1", port: port[4])
        // All people of a crowd come from this machine at once.
        settings.limits.joins.perAddress = Pace(perMinute: 60_000, burst: 60_000)
        settings.limits.joins.perCode = settings.limits.joins.perAddress
        let web = "http://127.0.0.1:\(port[4])"
        streams = try fault.map { try ImpairedStreams(before: web, $0) }
        settings.publicAddress = streams?.address ?? web
        settings.mediaServer = media?.settings
        settings.janus = janus.map { JanusServerSettings($0.configuration) }
        // Closed before the keeper opens it: closing a file releases all locks of the process on it.
        try prepare(ClassStore(try ClassSchema.file(in: settings.folder).open().database))
        keeper = try Keeper(settings)
        try keeper.keep(ClassPlan(name: Self.room, title: "A class to measure"))
        guard keeper.waitUntilReady() else { throw BenchError("the class server did not come up: is prosody there?") }
    }

    var port: Int { configuration.ports.clients }
    var authorityFile: String { configuration.certificatePath }

    func link(_ role: ClassUser.Role) throws -> String {
        let grant = try keeper.makeCode(for: Self.room, role, expires: end)
        return "http://127.0.0.1:\(keeper.webPort ?? 0)/c/\(grant.code.text)"
    }

    func ticket(_ name: String, _ role: ClassUser.Role) throws -> ClassTicket {
        let grant = try keeper.makeCode(for: Self.room, role, expires: end)
        return try keeper.admit(JoinRequest(.code(grant.code.text, resume: nil), name: name)).get()
    }

    func close() {
        keeper.close()
        streams?.close()
        cancel.cancel()
        prosody.join()
        folder.remove()
    }

    private static func freePorts(_ count: Int) throws -> [Int] {
        let servers = try (0..<count).map { _ in try SilentServer(.mute) }
        return servers.map(\.port)
    }
}
