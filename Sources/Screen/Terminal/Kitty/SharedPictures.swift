import CPlatform
import Encoding
import Glibc
import PlayCore

/// Pictures in shared memory (shm_open(3)) for a terminal on the same machine, which removes each object after reading
/// it. Only this user can read the objects, and their names are random. Unread objects are removed by ``removeAll()``,
/// after a crash by ``CrashGuard``, and after a kill by the next program that shares pictures. Main thread.
final class SharedPictures {
    private static let folder = "/dev/shm"
    private static let mark = "tvplay-"
    /// Objects that the terminal has not read: three pictures of ``KittyTiles/Grid/shared``.
    private static let count = 12
    /// After this many refused pictures in a row, unread objects no longer count as pending.
    private static let patience = 100

    private let prefix: String
    private var next = 0
    private var refusals = 0

    init() {
        prefix = "/\(Self.mark)\(getpid())-" + Hexadecimal.text(SecureRandom().next()) + "-"
        Self.removeThoseOfEndedProcesses()
        CrashGuard.remove((0...Self.count).map { Self.folder + prefix + String($0) })
    }

    /// Returns the object's name, or `nil` if the system has no shared memory.
    func storeQuery() -> String? {
        let name = prefix + String(Self.count)
        return write(name) { descriptor in [UInt8](repeating: 0, count: 3).withUnsafeBytes { Self.put($0, descriptor) }
        }
    }

    /// Returns the object's name, or `nil` if the system refuses.
    func store(_ pixels: [UInt32], width: Int, area: PixelArea) -> String? {
        let name = prefix + String(next)
        let stored = write(name) { descriptor in
            pixels.withUnsafeBytes { bytes in
                area.runs(width: width).allSatisfy { run in
                    Self.put(
                        UnsafeRawBufferPointer(rebasing: bytes[4 * run.lowerBound..<4 * run.upperBound]), descriptor)
                }
            }
        }
        if stored != nil { next = (next + 1) % Self.count }
        return stored
    }

    /// Returns whether a picture of `objects` fits beside those that the terminal has not read. The terminal reads in
    /// order.
    func hasSpace(for objects: Int) -> Bool {
        let last = Self.folder + prefix + String((next + objects - 1) % Self.count)
        let isFree = access(last, F_OK) != 0
        refusals = isFree ? 0 : refusals + 1
        return isFree
    }

    /// Whether the terminal seems to have lost the objects.
    var isStuck: Bool { refusals >= Self.patience }

    func removeAll() {
        for at in 0...Self.count { shm_unlink(prefix + String(at)) }
        refusals = 0
    }

    private func write(_ name: String, _ put: (Int32) -> Bool) -> String? {
        let descriptor = shm_open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        if put(descriptor) { return name }
        shm_unlink(name)
        return nil
    }

    private static func put(_ bytes: UnsafeRawBufferPointer, _ descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = CPlatform.write(descriptor, rest.baseAddress, rest.count)
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    private static func removeThoseOfEndedProcesses() {
        guard let entries = try? FolderWalk(limit: 10_000).entries(of: folder) else { return }
        for entry in entries where entry.name.hasPrefix(mark) {
            guard let number = entry.name.dropFirst(mark.count).split(separator: "-").first,
                let process = Int32(number),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            shm_unlink("/" + entry.name)
        }
    }
}
