import Addresses
import Encoding
import PlayCore
import Storage

/// The viewer's identities in classes entered with a code: the tickets' `resume` secrets, by server, code and name.
/// They identify a returning viewer. Any thread; reads and writes files.
package final class ClassIdentities: Sendable {
    private static let secretBytes = 256

    private let folder: String
    /// By file name. A second program that enters under the same name at the same time is another person.
    private let held = Monitor<[String: FileLock]>([:])

    /// - Parameter folder: created if missing, accessible only to this user.
    package init(folder: String) { self.folder = folder }

    /// Claims the identity, and returns the last ticket's secret. Returns `nil` if there is none or another program
    /// uses it.
    func claim(_ server: Address, code: String, name: String) -> String? {
        let files = files(server, code, name)
        guard hold(files) else { return nil }
        for file in files {
            do throws(FileError) {
                let text = ByteText.text(try WholeFile.read(folder + "/" + file, limit: Self.secretBytes))
                if !text.isEmpty { return text }
            } catch {
                continue
            }
        }
        return nil
    }

    /// Does nothing if another program uses the identity.
    func keep(_ secret: String, _ server: Address, code: String, name: String) {
        let files = files(server, code, name)
        guard hold(files), secret.utf8.count <= Self.secretBytes else { return }
        for path in files.map({ folder + "/" + $0 }) {
            do throws(FileError) {
                try WholeFile.replace(path, with: Array(secret.utf8), draft: path + ".new")
            } catch {
                Log.shared.write(.warning, "live", error.description)
            }
        }
    }

    private func hold(_ files: [String]) -> Bool {
        do throws(StorageError) {
            try StateFolder.make(folder)
        } catch {
            Log.shared.write(.warning, "live", "\(error)")
            return false
        }
        return held.withLock { held in
            var locks: [String: FileLock] = [:]
            for file in files where held[file] == nil {
                guard case .acquired(let lock) = FileLock.acquire(folder + "/" + file + ".lock", .exclusive) else {
                    return false
                }
                locks[file] = lock
            }
            held.merge(locks) { first, _ in first }
            return true
        }
    }

    /// The files' names reveal neither the code nor the server. A server whose key the link contains is the same one
    /// under each of its names and addresses, so its key has a file of its own.
    private func files(_ server: Address, _ code: String, _ name: String) -> [String] {
        let plain = code.uppercased().filter { $0.isLetter || $0.isNumber }
        return [server.serverKey?.pin, server.origin].compactMap(\.self).map { server in
            SHA256.hexadecimal("tvplay-identity-1\n\(server)\n\(plain)\n\(name)")
        }
    }
}
