import ByteCaches
import DownloadClient
import DownloadModel
import Encoding
import Foundation
import PlayCore
import Storage
import TestSupport
import Testing

@testable import Downloads

/// The files on the disk between two daemons, and the checks of them.
struct SoakHome {
    let path: String

    private var account: String { path + "/state/tvplay/downloads/accounts/default" }
    private var key: String { path + "/state/tvplay/downloads/secure.key" }
    var videos: String { path + "/videos" }

    func folder(_ set: Int, _ kind: SoakSite.Kind) -> String { "\(videos)/\(set)/\(kind.rawValue)" }

    /// The part of a download that exists and must not be fetched again.
    struct Held {
        /// Of a file: the bytes that its journal lists.
        var spans = SpanSet()
        /// Of a stream: the names of its segments.
        var segments: Set<String> = []
        var isComplete = false
        var bytes: Int64 = 0
    }

    /// Returns the held part of each kind that keeps its bytes.
    func held(_ set: Int, _ kinds: Set<SoakSite.Kind>, _ rows: [String: DownloadID]) throws -> [SoakSite.Kind: Held] {
        var result: [SoakSite.Kind: Held] = [:]
        for kind in kinds where kind.keeps {
            var held = Held()
            let folder = folder(set, kind)
            if [.hls, .fragments, .dash].contains(kind) {
                let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
                for file in files where !file.hasSuffix(".m3u8") && !file.hasSuffix(PartFile.ending) {
                    guard let size = Disk.size(folder + "/" + file), file.contains("/main/") else { continue }
                    held.segments.insert((file as NSString).lastPathComponent)
                    held.bytes += size
                }
            } else if let size = finished(folder) {
                held.isComplete = true
                held.bytes = size
            } else if let id = rows[kind.rawValue], let bytes = try Disk.contents("\(account)/\(id.text)/0.spans") {
                held.spans = SpanSet(SpanJournal(bytes)?.entries.map(\.span) ?? [])
                held.bytes = held.spans.count
            }
            result[kind] = held
        }
        return result
    }

    private func finished(_ folder: String) -> Int64? {
        FolderWalk.names(in: folder, for: "soak").first { !$0.hasSuffix(PartFile.ending) }.flatMap {
            Disk.size("\(folder)/\($0)")
        }
    }

    /// Returns the items' identifiers by the kinds that their folders are named after, read from the log beside the
    /// database.
    func ids(_ set: Int) throws -> [String: DownloadID] {
        var result: [String: DownloadID] = [:]
        let items = try ItemLog(folder: account).read {
            (try? JSONValue(document: Array($0.utf8))).flatMap { DownloadItem($0) }
        }
        for item in items.items where item.folder.hasPrefix("\(videos)/\(set)/") {
            result[(item.folder as NSString).lastPathComponent] = item.id
        }
        return result
    }

    /// Whether all files of a kind equal those of the site.
    func isRight(_ set: Int, _ kind: SoakSite.Kind, _ site: SoakSite) throws -> Bool {
        let folder = folder(set, kind)
        switch kind {
        case .file, .plain, .signed:
            return only(folder).flatMap { FileManager.default.contents(atPath: $0) }
                == Data(site.contents[kind.rawValue] ?? [])
        case .changing:
            let found = only(folder).flatMap { FileManager.default.contents(atPath: $0) }
            return site.versions.contains { Data($0) == found }
        case .secure:
            guard let path = only(folder) else { return false }
            return try opened(path) == site.contents["secure"]
        case .hls, .fragments, .dash: return isRight(stream: kind, folder, site)
        }
    }

    private func isRight(stream kind: SoakSite.Kind, _ folder: String, _ site: SoakSite) -> Bool {
        guard let own = FolderWalk.names(in: folder, for: "soak").first else { return false }
        let main = "\(folder)/\(own)/main"
        for number in 0..<SoakSite.segments {
            let name = SoakSite.padded(number)
            let found = FileManager.default.contents(atPath: "\(main)/\(name).\(kind == .hls ? "ts" : "m4s")")
            guard found == Data(site.contents["\(kind.rawValue)/\(name)"] ?? []) else { return false }
        }
        let section = FileManager.default.contents(atPath: main + "/init-0.mp4")
        return Disk.exists("\(folder)/\(own)/index.m3u8")
            && (kind == .hls || section == site.contents[kind.rawValue + "/init"].map { Data($0) })
    }

    /// Returns the path of a folder's only file, or `nil` if there is not exactly one.
    private func only(_ folder: String) -> String? {
        let names = FolderWalk.names(in: folder, for: "soak")
        return names.count == 1 ? "\(folder)/\(names[0])" : nil
    }

    private func opened(_ path: String) throws -> [UInt8] {
        try EncryptedByteSource(path: path, key: try SecureKey.read(key), cancel: CancelToken()).contents()
    }

    /// Runs `PRAGMA integrity_check` on a copy, so that the next daemon finds the state that the last one left.
    func checkDatabase() throws {
        let copy = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(copy) }
        for name in FolderWalk.names(in: account, for: "soak") where name.hasPrefix("downloads.db") {
            try FileManager.default.copyItem(atPath: "\(account)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        let file = copy.path + "/downloads.db"
        guard Disk.exists(file) else { return }
        let database = try Database(path: file, journal: .wal)
        try expect(database.run("PRAGMA integrity_check").compactMap { $0.text(0) }, is: ["ok"])
        // No damaged database was put aside either.
        #expect(FolderWalk.names(in: account, for: "soak").allSatisfy { !$0.contains("damaged") })
    }
}
