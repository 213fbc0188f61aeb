import Classes
package import PlayCore
import ScreenKit

extension ClassScreen {
    package func rows(of list: ClassList, _ context: ClassContext, at now: HostTime) -> [Row] {
        switch list {
        case .links: linkRows
        case .wholeText: wholeTextRows(context)
        case .personActions: personRows(at: now)
        case .documents: documentRows
        case .captureDevices: captureDeviceRows
        }
    }

    /// Returns the title of a list that has none of its own.
    package func title(of list: ClassList) -> String? {
        switch list {
        case .wholeText: wholeText?.title ?? ""
        case .personActions: personTitle
        case .links, .documents, .captureDevices: nil
        }
    }

    /// Handles a key of an open list without a filter, or returns `nil` if the key has its usual meaning.
    package mutating func press(
        _ key: KeyPress, in list: ClassList, selected choice: ClassChoice?, at now: HostTime
    ) -> Consequences? {
        switch list {
        case .links:
            guard key == KeyPress(.character("y")) else { return nil }
            guard case .link(let address)? = choice else { return [] }
            return [.order(.closeLists)] + copy(address)
        case .documents: return press(key, onDocument: choice, at: now)
        case .wholeText, .personActions, .captureDevices: return nil
        }
    }

    /// Handles the choice of a row in a list that has closed.
    package mutating func choose(_ choice: ClassChoice, at now: HostTime) -> Consequences {
        switch choice {
        case .link(let address): [.room(.openLink(address))]
        case .textLine, .nothing: []
        case .person(let action): choose(action, at: now)
        case .document(let id): show(document: id, at: now)
        case .captureDevice(let device, let address): choose(device, address)
        }
    }
}
