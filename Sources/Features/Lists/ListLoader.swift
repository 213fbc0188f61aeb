package import PlayCore
package import Playlists

/// Looks at what commands put into the list, on a thread of its own and one after the other: whether it is a folder, a
/// playlist or a file. The disk may make it wait.
///
/// Calls are for the main thread, none of them waits. The thread begins with the first order. Call ``close()`` before
/// the last reference goes.
package final class ListLoader {
    private struct Order: Sendable {
        let ticket: Int
        let path: String
        /// `loadlist`: a playlist, whatever its name.
        let isList: Bool
        /// Folders within folders too.
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

    /// Orders that wait: whoever has given so many does not wait for answers.
    private static let maximumOrders = 1000

    /// - Parameters:
    ///   - wakeUp: signalled when something came.
    ///   - makeLoader: what reads one order's lists, perhaps folders within folders too; called on the thread.
    package init(wakeUp: WakeUp, makeLoader: @escaping @Sendable (_ isRecursive: Bool) -> PlaylistLoader) {
        self.wakeUp = wakeUp
        self.makeLoader = makeLoader
    }

    /// - Returns: by which the arrival is known; nil: too many wait already.
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

    /// What came since, oldest first.
    package func takeArrivals() -> [Arrival] {
        state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    /// Ends the thread. One that waits for the disk is left to itself.
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
            // Its limits are those of one order.
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

    /// A list that is not there is none, rather than an item that cannot be played.
    private static func list(_ path: String, _ loader: inout PlaylistLoader) -> [Video] {
        let videos = loader.loadList(path).videos
        let isItself =
            videos.count == 1 && videos[0].sources[0].delivery != .hls
            && [path, FileSystemAccess.absolute(path)].contains(videos[0].sources[0].location)
        return isItself ? [] : videos
    }

    /// Waits for work; nil: closed.
    private static func next(_ state: Monitor<State>) -> Order? {
        state.next { state in
            if state.isClosed { return .end }
            guard !state.orders.isEmpty else { return .wait }
            state.isWorking = true
            return .work(state.orders.removeFirst())
        }
    }
}
