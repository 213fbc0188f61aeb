package import Catalogue
import HomeScreen
package import ListPlayer
package import PlayCore
package import TUI

/// Queries each catalogue on its own thread. Main thread; only ``close()`` blocks, and ends the queries.
package final class CatalogueSource: LoopSource {
    private let services: Services
    private let wakeUp: WakeUp
    private let answers = Monitor<[CatalogueAnswer]>([])
    private var cancel = CancelToken()
    private var threads: [WorkerThread] = []

    package init(_ services: Services, wakeUp: WakeUp) {
        self.services = services
        self.wakeUp = wakeUp
    }

    package var places: [CataloguePlace] { services.places }

    package var wakeUps: [WakeUp] { [wakeUp] }

    package func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        guard isSignalled else { return [] }
        return answers.withLock { answers in
            defer { answers = [] }
            return answers.map(AppAction.catalogue)
        }
    }

    package func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .catalogue(let order) = effect else { return false }
        cancel.cancel()
        // The threads end by themselves; a name lookup may delay one.
        for thread in threads { thread.detach() }
        cancel = CancelToken()
        threads = order.places.indices.map { ask(order, $0, cancel) }
        return true
    }

    private func ask(_ order: CatalogueOrder, _ place: Int, _ cancel: CancelToken) -> WorkerThread {
        let (services, answers, wakeUp) = (services, answers, wakeUp)
        return WorkerThread(name: "catalogue") {
            let outcome: CatalogueAnswer.Outcome
            do throws(CatalogueError) {
                let found = try services.videos(at: order.places[place], matching: order.text, cancel: cancel)
                outcome = .found(found)
            } catch {
                outcome = .failed(error.reason)
            }
            guard !cancel.isCancelled else { return }
            answers.withLock { $0.append(CatalogueAnswer(order, place: place, outcome)) }
            wakeUp.signal()
        }
    }

    package func close() {
        cancel.cancel()
        for thread in threads { thread.leave() }
        threads = []
    }
}
