import CPlatform
import Synchronization

/// A flag that, once set, ends every wait bound to it. Any thread.
package final class CancelToken: Sendable {
    private let flag = Atomic<Bool>(false)
    private let wakeUp = WakeUp()

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .acquiring) }

    package func cancel() {
        flag.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    /// Readable from the moment of cancelling on, for `poll` beside the awaited descriptor.
    package var pollDescriptor: Int32 { wakeUp.descriptor }
}
