/// Chooses the TCP ports of servers by their names.
package enum ServerPorts {
    /// Of everything that a keeper with servers of its own needs; first those that viewers reach.
    package static let names = outer + ["secure-clients", "components", "media-control", "media-hooks", "janus"]
    /// What viewers reach with tvplay.
    package static let outer = ["web", "clients", "http", "rtmp"]

    /// Keeps the ports of the last start where they are free, because people return by them.
    ///
    /// - Parameters:
    ///   - known: of the last start.
    ///   - range: others are its first free ones, in order; nil: any that are free.
    ///   - taken: those that are not to be used.
    /// - Returns: A port for each name, or `nil` if there are too few.
    package static func choose(
        _ names: [String] = names, known: [String: Int], in range: ClosedRange<Int>?, except taken: [Int] = [],
        isFree: (Int) -> Bool = FreePort.isFree
    ) -> [String: Int]? {
        var chosen: [String: Int] = [:]
        var used = Set(taken)
        for name in names {
            guard let port = known[name], range?.contains(port) ?? true, !used.contains(port), isFree(port) else {
                continue
            }
            chosen[name] = port
            used.insert(port)
        }
        var rest = range.map(Array.init) ?? (0..<1000).map { _ in Int.random(in: FreePort.range) }
        rest.reverse()
        for name in names where chosen[name] == nil {
            while let port = rest.popLast() {
                guard !used.contains(port), isFree(port) else { continue }
                chosen[name] = port
                used.insert(port)
                break
            }
        }
        return chosen.count == names.count ? chosen : nil
    }
}
