package import Catalogue
import PlayCore

/// The viewer's passwords for this run, only in memory. Any thread.
package final class AccountPasswords: Sendable {
    package struct Account: Sendable, Hashable {
        package let user: String
        package let server: String

        package init(user: String, server: String) {
            self.user = user
            self.server = server
        }
    }

    private let known = Monitor<[Account: Token]>([:])
    /// For accounts without a password of their own.
    private let common: Token?

    package init(common: Token? = nil) { self.common = common }

    package func password(of account: Account) -> Token? { known.withLock { $0[account] } ?? common }

    /// Asks for unknown passwords until `read` returns `nil`. The question may contain unverified words.
    package func ask(for accounts: [Account], _ read: (_ question: String) -> Token?) {
        for account in accounts where password(of: account) == nil {
            guard let password = read(tr("Password of %1 at %2: ", account.user, account.server)) else { return }
            known.withLock { $0[account] = password }
        }
    }
}
