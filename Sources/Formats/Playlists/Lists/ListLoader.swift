package import PlayCore

/// Examines locations that commands add to the list, one by one, on its own thread, which the disk may block. Calls are
/// for the main thread and never block. Call ``close()`` before releasing the last reference.
package final class ListLoader {
    private struct Order: Sendable {
        let ticket: Int
        let path: String
        /// `loadlist`: whether it is a playlist regardless of its name.
        let isList: Bool
        let isRecursive: Bool
    }

    package struct Arrival: Sendable {
        package let ticket: Int
        package let videos: [Video]
        package let problems: [PlaylistLoader.Problem]
    }

    private struct State {
        var orders: [Order] = []
        var arrivals: [Arrival] = []
        var isWorking = false
        var isClosed = false
    }

    private let state = Monitor(State())
    private let wakeUp: WakeUp
    private let makeLoader: @Sendable (_ isRecursive: Bool) -> PlaylistLoader
    private var thread: WorkerThread?
    private var lastTicket = 0

    private static let maximumOrders = 1000

    /// - Parameter makeLoader: called on the thread for each order.
    package init(wakeUp: WakeUp, makeLoader: @escaping @Sendable (_ isRecursive: Bool) -> PlaylistLoader) {
        self.wakeUp = wakeUp
        self.makeLoader = makeLoader
    }

    /// - Returns: the ticket of the arrival, or `nil` if too many orders wait.
    package func order(_ path: String, isList: Bool, isRecursive: Bool) -> Int? {
        lastTicket += 1
        let order = Order(ticket: lastTicket, path: path, isList: isList, isRecursive: isRecursive)
        let isTaken = state.update { state in
            guard state.orders.count < Self.maximumOrders else { return false }
            state.orders.append(order)
            return true
        }
        if thread == nil {
            thread = WorkerThread(name: "playlist") { [state, wakeUp, makeLoader] in
                Self.work(state, wakeUp, makeLoader)
            }
        }
        return isTaken ? lastTicket : nil
    }

    package func takeArrivals() -> [Arrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    /// Ends the thread. Detaches it if the disk blocks it.
    package func close() {
        let isWorking = state.update { state in
            state.isClosed = true
            return state.isWorking
        }
        if isWorking { thread?.detach() } else { thread?.join() }
        thread = nil
    }

    private static func work(
        _ state: Monitor<State>, _ wakeUp: WakeUp, _ makeLoader: (_ isRecursive: Bool) -> PlaylistLoader
    ) {
        while let order = next(state) {
            // The limits apply to each order separately.
            var loader = makeLoader(order.isRecursive)
            let videos = order.isList ? list(order.path, &loader) : loader.load(order.path).videos
            state.update { state in
                state.arrivals.append(
                    Arrival(ticket: order.ticket, videos: videos, problems: loader.problems))
                state.isWorking = false
            }
            wakeUp.signal()
        }
    }

    /// Treats a missing list as empty, not as an unplayable item.
    private static func list(_ path: String, _ loader: inout PlaylistLoader) -> [Video] {
        let videos = loader.loadList(path).videos
        let isItself =
            videos.count == 1 && videos[0].sources[0].delivery != .hls
            && [path, FileSystemAccess.absolute(path)].contains(videos[0].sources[0].location)
        return isItself ? [] : videos
    }

    private static func next(_ state: Monitor<State>) -> Order? {
        state.next { state in
            if state.isClosed { return .end }
            guard !state.orders.isEmpty else { return .wait }
            state.isWorking = true
            return .work(state.orders.removeFirst())
        }
    }
}
