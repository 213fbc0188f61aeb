import Glibc
import PlayCore

/// The space used by recordings, and the space left. Measures a complete package only once. Blocks for the disk.
struct RecordingSpace {
    /// The bytes that stay free, because the keeper stores the classes' events on the same disk.
    private static let reserve: Int64 = 256 << 20
    private static let interval = HostTime.seconds(5)

    private let folder: String
    /// In bytes; `nil` for the disk's free space.
    private let limit: Int64?
    private var sizes: [String: Int64] = [:]
    private var next = HostTime.zero

    init(_ folder: String, limit: Int64?) { (self.folder, self.limit) = (folder, limit) }

    mutating func isDue(at now: HostTime) -> Bool {
        guard next <= now else { return false }
        next = now + Self.interval
        return true
    }

    /// Returns why a class must not record, or `nil` if there is space. If there is a limit, call ``measure(_:)``
    /// first.
    ///
    /// - Parameter classLimit: the most bytes for the recordings of this class.
    func refusal(of name: String, limit classLimit: Int64?) -> String? {
        if let limit, sizes.values.reduce(0, +) >= limit {
            return tr("the space for recordings, %1, is used up", ByteCountText.text(limit))
        }
        let own = sizes.filter { RecordingLibrary.start(of: $0.key, in: name) != nil }
        if let classLimit, own.values.reduce(0, +) >= classLimit {
            return tr("the space for recordings of this class, %1, is used up", ByteCountText.text(classLimit))
        }
        return free.map { $0 < Self.reserve } ?? false ? tr("the disk of the class server is full") : nil
    }

    /// - Parameter growing: the folders of packages being written.
    mutating func measure(_ growing: [String]) {
        let names = Set(FolderWalk.names(in: folder, for: "keeper"))
        sizes = sizes.filter { names.contains($0.key) && !growing.contains(folder + "/" + $0.key) }
        for name in names where sizes[name] == nil { sizes[name] = Self.size(of: folder + "/" + name) }
    }

    static func size(of package: String) -> Int64 {
        do throws(FileError) {
            return try FolderWalk(depth: 2, readsStatus: true).entries(of: package).reduce(0) {
                $0 + ($1.kind == .file ? $1.status?.size ?? 0 : 0)
            }
        } catch {
            return 0
        }
    }

    private var free: Int64? {
        var information = statvfs()
        guard ByteText.withCString(folder, { statvfs($0, &information) }) == 0 else { return nil }
        return Int64(information.f_bavail) * Int64(information.f_frsize)
    }
}
