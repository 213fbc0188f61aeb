package enum ServerPorts {
    package static let names = outer + ["secure-clients", "components", "media-control", "media-hooks", "janus"]
    package static let plain = "rtmp-plain"
    package static let outer = ["web", "clients", "http", "rtmp"]

    /// Chooses the `known` ports of the last start if they are free, because viewers return to known addresses. Other
    /// names get the first free ports of `range`, or any free ports. Returns `nil` if there are too few.
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
