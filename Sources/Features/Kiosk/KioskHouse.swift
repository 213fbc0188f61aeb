import CPlatform
import Glibc
package import PlayCore
import Storage

/// Limits concurrent sessions, in total and per address. Each session holds a lock, which the kernel releases even if
/// its process is killed. Blocks as the disk does; one thread.
package struct KioskHouse: Sendable {
    package enum Refusal: String, Sendable, CaseIterable {
        case full
        case address
    }

    /// Held by a session for this object's lifetime.
    package final class Place: Sendable {
        private let lock: FileLock
        private let note: String

        fileprivate init(_ lock: FileLock, note: String) { (self.lock, self.note) = (lock, note) }

        deinit { _ = ByteText.withCString(note) { unlink($0) } }
    }

    package enum Entering: Sendable {
        case entered(Place)
        case refused(Refusal)
    }

    private let folder: String
    private let most: Int
    private let mostOfAddress: Int

    package init(in folder: String, most: Int, mostOfAddress: Int) {
        self.folder = folder + "/house"
        (self.most, self.mostOfAddress) = (most, mostOfAddress)
    }

    /// - Parameters:
    ///   - address: those without an address are counted together.
    ///   - count: receives the number of sessions, including this one. None can enter or leave during the call.
    package func enter(from address: String?, then count: (Int, Refusal?) -> Void) throws(FileError) -> Entering {
        let entryLock = try entryLock()
        defer { withExtendedLifetime(entryLock) {} }
        let origin = KioskAddress.group(address)
        var free: (lock: FileLock, number: Int)?
        var (occupied, ofAddress) = (0, 0)
        for number in 0..<most {
            switch FileLock.acquire(place(number), .exclusive) {
            case .acquired(let lock):
                // The note may be left from a killed session.
                _ = ByteText.withCString(note(number)) { unlink($0) }
                if free == nil { free = (lock, number) }
            case .held:
                occupied += 1
                if originOfPlace(number) == origin { ofAddress += 1 }
            case .failed(let error): throw FileError("flock", error, place(number))
            }
        }
        if let free, ofAddress < mostOfAddress {
            let note = note(free.number)
            try WholeFile.replace(note, with: Array(origin.utf8), draft: note + ".new")
            count(occupied + 1, nil)
            return .entered(Place(free.lock, note: note))
        }
        let refusal: Refusal = free == nil ? .full : .address
        count(occupied, refusal)
        return .refused(refusal)
    }

    /// No session can enter or leave during the call of `count`.
    package func count(then count: (Int) -> Void) throws(FileError) {
        let entryLock = try entryLock()
        defer { withExtendedLifetime(entryLock) {} }
        var occupied = 0
        for number in 0..<most { if case .held = FileLock.acquire(place(number), .exclusive) { occupied += 1 } }
        count(occupied)
    }

    /// Locks the count, so that two processes cannot take the last place.
    private func entryLock() throws(FileError) -> FileLock {
        try FolderMaking.make(folder, mode: 0o700)
        return try Self.entryLock(folder + "/door")
    }

    /// Waits for the process that holds the lock, which takes milliseconds.
    static func entryLock(_ path: String) throws(FileError) -> FileLock {
        for _ in 0..<2000 {
            switch FileLock.acquire(path, .exclusive) {
            case .acquired(let lock): return lock
            case .held: usleep(5000)
            case .failed(let number): throw FileError("flock", number, path)
            }
        }
        throw FileError("flock", ETIMEDOUT, path)
    }

    private func place(_ number: Int) -> String { folder + "/place-\(number)" }
    private func note(_ number: Int) -> String { place(number) + ".from" }

    private func originOfPlace(_ number: Int) -> String? {
        do throws(FileError) {
            return String(decoding: try WholeFile.read(note(number), limit: 100), as: UTF8.self)
        } catch {
            if !error.isMissing { Log.shared.write(.warning, "kiosk", "\(error)") }
            return nil
        }
    }
}

/// Groups IPv6 addresses by their first 64 bits, the prefix of one line.
package enum KioskAddress {
    /// - Parameter text: the first word of SSH_CONNECTION.
    package static func group(_ text: String?) -> String {
        guard let text, text.utf8.count <= 64 else { return "unknown" }
        // An interface name may follow the address.
        let name = String(text.prefix { $0 != "%" })
        guard let bytes = InternetAddress.bytes(name) else { return "unknown" }
        guard bytes.count == 16 else { return name }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
    }
}
