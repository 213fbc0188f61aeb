import ByteCaches
import DownloadClient
import DownloadModel
import Encoding
import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// The daemon, killed repeatedly at random moments. `TVPLAY_SOAK_ROUNDS` (4) is the number of kills; `make soak` does
/// 200 of them and prints its counts.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct KillSoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["TVPLAY_SOAK_ROUNDS"].flatMap { Int($0) } ?? 4
    private static let seed = environment["TVPLAY_SOAK_SEED"].flatMap { UInt64($0) } ?? 20_261_122
    /// The bounds of the loss at a kill: the number of requests under way to one server, and the bytes that each may
    /// lose. These are a block and the bytes between the server and the disk (read but not written, and in buffers of
    /// the system).
    private static let connections: Int64 = 6
    private static let loss = PartFile.block + 2 << 20

    @Test(
        "DL-01, DL-04, DL-25, ADV-74: after kill -9 at random moments all downloads complete, and the list is sound",
        .timeLimit(.minutes(60)))
    func killed() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        var soak = try Soak(folder.path, seed: Self.seed)
        for _ in 0..<Self.rounds { try soak.round() }
        try soak.finish()
        let counted = soak.counted
        #expect(counted.kills > 0)
        #expect(counted.sets > 0)
        // The bound is checked for the sum of all kills, not for each kill.
        #expect(counted.lost <= Int64(counted.kills) * Self.connections * Self.loss, "\(counted)")
        if Self.environment["TVPLAY_SOAK_ROUNDS"] != nil { print("soak: \(counted)") }
    }
}

/// Rounds in one home: sets of items, one after the other.
private struct Soak {
    struct Counted: CustomStringConvertible {
        var kills = 0
        var sets = 0
        var items = 0
        /// The bytes that came over the line for kinds that keep theirs, and those of them that were left after the
        /// kill.
        var fetched: Int64 = 0
        var kept: Int64 = 0

        var lost: Int64 { fetched - kept }
        var description: String {
            "\(kills) kills, \(sets) sets with \(items) items; \(fetched >> 20) MiB fetched, \(kept >> 20) MiB kept, "
                + "\(kills == 0 ? 0 : (lost / Int64(kills)) >> 10) KiB lost at a kill"
        }
    }

    private let site: SoakSite
    private let home: SoakHome
    private var random: SeededGenerator
    private var set = 0
    private var kinds: Set<SoakSite.Kind> = []
    private(set) var counted = Counted()

    init(_ path: String, seed: UInt64) throws {
        home = SoakHome(path: path)
        site = try SoakSite(path, scale: 1, rate: 4 << 20)
        random = SeededGenerator(seed: seed)
        next()
    }

    private mutating func next() {
        set += 1
        let count = Int.random(in: 1...SoakSite.Kind.allCases.count, using: &random)
        kinds = Set(SoakSite.Kind.allCases.shuffled(using: &random).prefix(count))
    }

    // MARK: one round

    mutating func round() throws {
        let before = try home.held(set, kinds, try home.ids(set))
        let (askedBefore, bytesBefore) = (site.line.asked.count, site.line.bytes)
        // Some kills come before the daemon has reported that it listens.
        let isEarly = Int.random(in: 0..<10, using: &random) == 0
        let daemon = try SoakDaemon(home.path, waits: !isEarly)
        if !isEarly {
            let client = try daemon.client()
            try add(client)
            try live(client)
        }
        daemon.end()
        // Bytes that are still on their way must be counted, too.
        #expect(site.line.wait { site.line.openConnections == 0 })
        counted.kills += 1
        try home.checkDatabase()
        let after = try home.held(set, kinds, try home.ids(set))
        let asked = Array(site.line.asked.dropFirst(askedBefore))
        for (kind, held) in before { check(asked, kind, held) }
        counted.fetched += site.line.bytes - bytesBefore
        for (kind, held) in after { counted.kept += held.bytes - (before[kind]?.bytes ?? 0) }
        if !isEarly { try closeSet() }
    }

    /// Checks that no held byte was requested again, except those that show whether the file is the same.
    private func check(_ asked: [LineProxy.Asked], _ kind: SoakSite.Kind, _ held: SoakHome.Held) {
        let own = asked.filter { $0.path.contains("/\(kind.rawValue)") }
        for request in own {
            if held.segments.contains((request.path as NSString).lastPathComponent) {
                Issue.record("\(request.path) again")
            }
            guard let range = request.range, range.count > 8192 else { continue }
            if held.isComplete { Issue.record("\(request) of what is complete") }
            // The bytes right before the place of resuming are requested again and compared.
            let compared = range.prefix(Int(PartFile.overlap))
            let twice = held.spans.spans(in: range).filter {
                !compared.contains($0.lowerBound) || $0.upperBound > compared.upperBound
            }
            if !twice.isEmpty { Issue.record("\(request): \(twice) again") }
        }
    }

    private func add(_ client: DownloadClient) throws {
        _ = try client.call(.makeKey)
        let calls = kinds.sorted { $0.rawValue < $1.rawValue }.map { kind in
            DownloadClient.Call(
                .addUri,
                [
                    .list([.string(site.reference(kind))]),
                    .object([
                        "dir": .string(home.folder(set, kind)), "secure": kind == .secure ? .flag(true) : nil,
                        "keep-segments": .flag(kind.isStream),
                    ]),
                ])
        }
        for (call, answer) in zip(calls, try client.batch(calls)) {
            if case .failure(.refused(let problem)) = answer, problem.code == .duplicate { continue }
            if case .failure(let error) = answer { Issue.record("\(call): \(error)") }
        }
    }

    /// Lets the daemon live until a random moment: after a number of bytes, or when a number of items are complete.
    private mutating func live(_ client: DownloadClient) throws {
        let bytes = Int64.random(in: 0..<12 << 20, using: &random)
        let complete = Int.random(in: 1...kinds.count * 2, using: &random)
        let changes = Int.random(in: 0..<3, using: &random) == 0
        let start = site.line.bytes + site.other.bytes
        var hasChanged = false
        let isOver = try site.line.wait {
            let gone = site.line.bytes + site.other.bytes - start
            if gone > bytes / 2, !hasChanged {
                hasChanged = true
                try site.sign()
                if changes { try site.change() }
            }
            let rows = try client.rows()
            for row in rows where row.problem != nil { Issue.record("\(row.reference): \(row.problem as Any)") }
            let done = rows.count { $0.label == .done }
            return gone >= bytes || done >= complete || done == rows.count
        }
        #expect(isOver, "nothing goes on")
    }

    /// Checks a complete set and begins another one.
    private mutating func closeSet() throws {
        let daemon = try SoakDaemon(home.path)
        let client = try daemon.client()
        let rows = try client.rows()
        guard rows.count == kinds.count, rows.allSatisfy({ $0.label == .done }) else { return }
        try look(client)
        try daemon.shutDown()
        next()
    }

    private mutating func look(_ client: DownloadClient) throws {
        for kind in kinds {
            let isRight = try home.isRight(set, kind, site)
            #expect(isRight, "\(kind) is not what the server has")
        }
        counted.sets += 1
        counted.items += kinds.count
        // DL-26: The items are removed with their files and leave no folder of their own.
        _ = try client.call(.removeAll)
    }

    // MARK: the end

    /// Lets the last daemon finish.
    mutating func finish() throws {
        let daemon = try SoakDaemon(home.path)
        let client = try daemon.client()
        try add(client)
        let isComplete = try site.line.wait(limit: .seconds(300)) {
            try client.rows().allSatisfy { $0.label != .downloading }
        }
        #expect(isComplete)
        for row in try client.rows() where row.label != .done {
            Issue.record("\(row.reference): \(row.label) \(row.problem as Any)")
        }
        try look(client)
        try daemon.shutDown()
        try home.checkDatabase()
        let kept = try home.ids(set)
        #expect(kept.isEmpty, "\(kept)")
    }
}
