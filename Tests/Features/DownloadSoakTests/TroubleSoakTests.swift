import ByteCaches
import DownloadClient
import DownloadModel
import Encoding
import Foundation
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Downloads

/// The daemon on a disk that runs full, with a limit on file sizes, and on a line that is cut. The number of rounds is
/// a tenth of `TVPLAY_SOAK_ROUNDS`.
@Suite(.serialized, .enabled(if: NginxServer.isPresent, "\(NginxServer.absentReason)"))
struct TroubleSoakTests {
    private static let rounds = max(
        1, (ProcessInfo.processInfo.environment["TVPLAY_SOAK_ROUNDS"].flatMap { Int($0) } ?? 10) / 10)

    private func add(_ kinds: [SoakSite.Kind], _ site: SoakSite, _ home: SoakHome, _ client: DownloadClient) throws {
        _ = try client.call(.makeKey)
        for kind in kinds {
            _ = try client.call(
                .addUri,
                [
                    .list([.string(site.reference(kind))]),
                    .object([
                        "dir": .string(home.folder(1, kind)), "secure": kind == .secure ? .flag(true) : nil,
                        "keep-segments": .flag(kind.isStream),
                    ]),
                ])
        }
    }

    private func settle(_ client: DownloadClient, _ site: SoakSite) throws -> [DownloadRecord] {
        let isSettled = try site.line.wait(limit: .seconds(300)) {
            try client.rows().allSatisfy { $0.label != .downloading }
        }
        #expect(isSettled, "nothing goes on")
        return try client.rows()
    }

    /// Retries the refused downloads, and checks that they complete without fetching held bytes again.
    private func mend(_ kinds: [SoakSite.Kind], _ site: SoakSite, _ home: SoakHome) throws {
        let before = try home.held(1, Set(kinds), try home.ids(1))
        let asked = site.line.asked.count
        let daemon = try SoakDaemon(home.path)
        let client = try daemon.client()
        _ = try client.call(.retryAll)
        for row in try settle(client, site) { expect(row.label, is: .done, "\(row.reference) \(row.problem as Any)") }
        for kind in kinds {
            let isRight = try home.isRight(1, kind, site)
            #expect(isRight, "\(kind) is not what the server has")
        }
        for request in site.line.asked.dropFirst(asked) {
            for (kind, held) in before where request.path.contains("/\(kind.rawValue)") {
                #expect(!held.segments.contains((request.path as NSString).lastPathComponent), "\(request.path) again")
                guard let range = request.range, range.count > 8192 else { continue }
                let twice = held.spans.spans(in: range)
                #expect(twice.isEmpty, "\(request) again")
            }
        }
        try daemon.shutDown()
        try home.checkDatabase()
    }

    @Test(
        "ADV-74: a full disk fails downloads with a reason and damages nothing; with space they resume",
        .timeLimit(.minutes(60)))
    func full() throws {
        for round in 0..<Self.rounds {
            let folder = try BuiltProgram.temporaryFolder()
            defer { BuiltProgram.remove(folder) }
            let arguments = ["-t", "tmpfs", "-o", "size=\(12 + 3 * (round % 4))m,mode=0700", "tmpfs", folder.path]
            guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: "/bin/mount"),
                try BuiltProgram.run("/bin/mount", arguments).status == 0
            else { try Test.cancel("needs the right to mount a file system") }
            defer { _ = try? BuiltProgram.run("/bin/umount", ["-l", folder.path]) }
            let home = SoakHome(path: folder.path)
            let site = try SoakSite(folder.path, scale: 1, rate: 8 << 20)
            let kinds: [SoakSite.Kind] = [.hls, .file, .secure, .plain, .signed, .dash]
            let daemon = try SoakDaemon(home.path)
            let client = try daemon.client()
            try add(kinds, site, home, client)
            let rows = try settle(client, site)
            #expect(rows.contains { $0.problem != nil })
            for row in rows where row.problem != nil {
                let problem = try #require(row.problem)
                let isDiskFull = problem.code == .noSpace || problem.code == .disk && problem.number == Int64(ENOSPC)
                #expect(isDiskFull, "\(row.reference): \(problem)")
            }
            // In this state the daemon may also end for another reason.
            if round % 2 == 0 { daemon.end() } else { try daemon.shutDown() }
            #expect(site.line.wait { site.line.openConnections == 0 })
            try home.checkDatabase()
            _ = try BuiltProgram.run("/bin/mount", ["-o", "remount,size=96m", folder.path])
            try mend(kinds, site, home)
        }
    }

    @Test(
        "ADV-74: a limit on file sizes (ulimit -f) fails downloads with a reason and does not end the daemon",
        .timeLimit(.minutes(60)))
    func limited() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let home = SoakHome(path: folder.path)
        let site = try SoakSite(folder.path, scale: 1, rate: 8 << 20)
        let kinds: [SoakSite.Kind] = [.file, .plain, .hls]
        let daemon = try SoakDaemon(home.path, largestFile: 3 << 20)
        let client = try daemon.client()
        try add(kinds, site, home, client)
        let rows = try settle(client, site)
        let failed = rows.filter { $0.problem != nil }
        expect(failed.map(\.reference), is: [site.reference(.file)])
        expect(failed.first?.problem?.code, is: .disk)
        expect(failed.first?.problem?.number, is: Int64(EFBIG))
        try daemon.shutDown()
        try mend(kinds, site, home)
    }

    @Test(
        "ADV-74: downloads wait while the line is cut, and resume by themselves",
        .timeLimit(.minutes(60)))
    func cut() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let home = SoakHome(path: folder.path)
        let site = try SoakSite(folder.path, scale: Self.rounds > 1 ? 4 : 1, rate: 4 << 20)
        var random = SeededGenerator(seed: 5)
        let kinds: [SoakSite.Kind] = [.file, .secure, .signed, .hls, .fragments]
        let daemon = try SoakDaemon(home.path)
        let client = try daemon.client()
        // The line is also cut before the daemon knows what the downloads are.
        site.line.cut()
        try add(kinds, site, home, client)
        #expect(site.line.wait { site.line.refused >= kinds.count }, "nobody asks")
        site.line.mend()
        for round in 0..<Self.rounds {
            let bytes = site.line.bytes + Int64.random(in: 0..<3 << 20, using: &random)
            let hasCome = try site.line.wait {
                try site.line.bytes >= bytes || client.rows().allSatisfy { $0.label == .done }
            }
            #expect(hasCome, "nothing goes on")
            guard try client.rows().contains(where: { $0.label == .downloading }) else { break }
            let refused = site.line.refused
            site.line.cut()
            // The daemon requests again and is refused.
            #expect(site.line.wait { site.line.refused > refused + (round == 0 ? 2 : 0) }, "nobody asks again")
            let rows = try client.rows()
            #expect(rows.allSatisfy { $0.problem == nil }, "\(rows.compactMap(\.problem))")
            site.line.mend()
        }
        for row in try settle(client, site) { expect(row.label, is: .done, "\(row.reference) \(row.problem as Any)") }
        for kind in kinds {
            let isRight = try home.isRight(1, kind, site)
            #expect(isRight, "\(kind) is not what the server has")
        }
        try daemon.shutDown()
    }
}
