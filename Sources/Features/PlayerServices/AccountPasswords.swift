package import Catalogue
import Localization
import PlayCore

/// The passwords of accounts that the viewer has given for this run, in memory alone. Any thread.
package final class AccountPasswords: Sendable {
    /// An account of which a password may be wanted.
    package struct Account: Sendable, Hashable {
        package let user: String
        package let server: String

        package init(user: String, server: String) {
            self.user = user
            self.server = server
        }
    }

    private let known = Monitor<[Account: Token]>([:])
    /// For every account of which nobody has given one.
    private let common: Token?

    package init(common: Token? = nil) { self.common = common }

    /// Nil: nobody has said it.
    package func password(of account: Account) -> Token? { known.withLock { $0[account] } ?? common }

    /// Asks for those that are not known, until the viewer gives up.
    ///
    /// - Parameter read: asks the viewer; the question may have words from outside in it. Nil: given up.
    package func ask(for accounts: [Account], _ read: (_ question: String) -> Token?) {
        for account in accounts where password(of: account) == nil {
            guard let password = read(tr("Password of %1 at %2: ", account.user, account.server)) else { return }
            known.withLock { $0[account] = password }
        }
    }
}
