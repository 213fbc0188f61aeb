package import HTTPServing
import PlayCore
package import Storage

package enum KeeperError: Error, Sendable, Equatable {
    case inUse(String)
    case storage(StorageError)
    case web(HTTPServerError)
    case unknownClass(String)
    case closed
    case portTaken(Int)
    /// The chat server cannot be started. The text is for the operator.
    case server(String)

    package var message: String {
        switch self {
        case .inUse(let path): tr("another class server uses %1", path)
        case .storage(let error): tr("the classes cannot be stored: %1", error.text + " " + error.context)
        case .web(let error): error.reason
        case .unknownClass(let name): tr("unknown class \"%1\"", name)
        case .closed: tr("the class server has ended")
        case .portTaken(let port): tr("another program uses port %1", "\(port)")
        case .server(let words): words
        }
    }
}
