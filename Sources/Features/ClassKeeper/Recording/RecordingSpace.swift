import Glibc
import Localization
import PlayCore

/// How much of the disk recordings take, and whether there is space for more. A package that is whole is measured once. A value;
/// blocks as the disk does.
struct RecordingSpace {
    /// What is left to the disk: the keeper stores what happens in classes there, too.
    private static let reserve: Int64 = 256 << 20
    private static let interval = HostTime.seconds(5)

    private let folder: String
    /// Bytes; nil: what the disk has.
    private let limit: Int64?
    private var sizes: [String: Int64] = [:]
    private var next = HostTime.zero

    init(_ folder: String, limit: Int64?) { (self.folder, self.limit) = (folder, limit) }

    mutating func isDue(at now: HostTime) -> Bool {
        guard next <= now else { return false }
        next = now + Self.interval
        return true
    }

    /// - Parameter growing: folders of packages that are written.
    /// - Returns: why nothing more can be recorded; nil: it can.
    mutating func refusal(besides growing: [String]) -> String? {
        if let limit, used(growing) >= limit {
            return tr("the space for recordings, %1, is used up", ByteCountText.text(limit))
        }
        return free.map { $0 < Self.reserve } ?? false ? tr("the disk of the class server is full") : nil
    }

    private mutating func used(_ growing: [String]) -> Int64 {
        let names = Set(FolderWalk.names(in: folder, for: "keeper"))
        sizes = sizes.filter { names.contains($0.key) && !growing.contains(folder + "/" + $0.key) }
        for name in names where sizes[name] == nil { sizes[name] = Self.size(of: folder + "/" + name) }
        return sizes.values.reduce(0, +)
    }

    /// A package has its files, and those of its media in a folder.
    static func size(of package: String) -> Int64 {
        do throws(FileError) {
            return try FolderWalk(depth: 2, readsStatus: true).entries(of: package).reduce(0) {
                $0 + ($1.kind == .file ? $1.status?.size ?? 0 : 0)
            }
        } catch {
            return 0
        }
    }

    /// Of the disk; nil: nothing is known of it.
    private var free: Int64? {
        var information = statvfs()
        guard ByteText.withCString(folder, { statvfs($0, &information) }) == 0 else { return nil }
        return Int64(information.f_bavail) * Int64(information.f_frsize)
    }
}
