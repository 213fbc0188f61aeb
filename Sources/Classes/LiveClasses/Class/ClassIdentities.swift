import Addresses
import Encoding
import PlayCore
import Storage

/// The viewer's identities in the classes that were entered by a code: the `resume` secrets of tickets by server, code
/// and name. With its secret, a returning viewer is the same person. Any thread; reads and writes files.
package final class ClassIdentities: Sendable {
    private static let secretBytes = 256

    private let folder: String
    /// Held locks by file name. Another program that enters under the same name at the same time is another person.
    private let held = Monitor<[String: FileLock]>([:])

    /// - Parameter folder: created if missing, with access for this user only.
    package init(folder: String) { self.folder = folder }

    /// Returns the last ticket's secret and claims the identity, or `nil` if there is none or another program has it.
    func claim(_ server: Address, code: String, name: String) -> String? {
        let file = file(server, code, name)
        guard hold(file) else { return nil }
        do throws(FileError) {
            let text = ByteText.text(try WholeFile.read(folder + "/" + file, limit: Self.secretBytes))
            return text.isEmpty ? nil : text
        } catch {
            return nil
        }
    }

    /// Stores the secret of a ticket, unless another program has the identity.
    func keep(_ secret: String, _ server: Address, code: String, name: String) {
        let file = file(server, code, name)
        guard hold(file), secret.utf8.count <= Self.secretBytes else { return }
        let path = folder + "/" + file
        do throws(FileError) {
            try WholeFile.replace(path, with: Array(secret.utf8), draft: path + ".new")
        } catch {
            Log.shared.write(.warning, "live", error.description)
        }
    }

    private func hold(_ file: String) -> Bool {
        do throws(StorageError) {
            try StateFolder.make(folder)
        } catch {
            Log.shared.write(.warning, "live", "\(error)")
            return false
        }
        return held.withLock { held in
            if held[file] != nil { return true }
            guard case .acquired(let lock) = FileLock.acquire(folder + "/" + file + ".lock", .exclusive) else {
                return false
            }
            held[file] = lock
            return true
        }
    }

    /// Returns the name of an identity's file. It reveals neither the code nor the server.
    private func file(_ server: Address, _ code: String, _ name: String) -> String {
        let plain = code.uppercased().filter { $0.isLetter || $0.isNumber }
        return SHA256.hexadecimal("tvplay-identity-1\n\(server.origin)\n\(plain)\n\(name)")
    }
}
