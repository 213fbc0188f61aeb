import Catalogue
import Glibc
import Localization
import Options
import PlayCore
import Storage

/// The passwords that the viewer has given for this run, in memory alone. Any thread.
final class PeerTubePasswords: Sendable {
    private let known = Monitor<[String: Token]>([:])
    private static let variable = "TVPLAY_PEERTUBE_PASSWORD"

    /// Where sign-ins are kept; nil: nowhere.
    static var folder: String? {
        guard let path = StateFolder.path() else { return nil }
        do throws(StorageError) {
            try StateFolder.make(path)
            return path
        } catch {
            Log.shared.write(.warning, "catalogue", "sign-ins are not kept: \(error)")
            return nil
        }
    }

    /// Nil: nobody has said it.
    func password(of user: PeerTubeUser?) -> Token? {
        guard let user else { return nil }
        return known.withLock { $0[Self.key(user)] } ?? getenv(Self.variable).flatMap { Token(String(cString: $0)) }
    }

    private static func key(_ user: PeerTubeUser) -> String { user.name + " " + user.server }

    /// Asks the terminal for the passwords that the items will need: of accounts of which neither a sign-in is kept nor a
    /// password known. Before there is a screen.
    func ask(for items: [(location: String, options: ServiceOptions)], _ access: SourceAccess) {
        for item in items {
            guard let user = item.options.peerTubeUser, item.options.peerTubePasswordCommand == nil,
                password(of: user) == nil, let account = Services(item.options, access).account(for: item.location),
                !account.isKept
            else { continue }
            guard let password = PasswordPrompt.read(tr("Password of %1 at %2: ", user.name, user.server)) else {
                return
            }
            known.withLock { $0[Self.key(user)] = password }
        }
    }
}
