package import DownloadModel

package struct DownloadLimits: Sendable, Hashable, Codable {
    /// The limit of all downloads together, or `nil` for none.
    package var bytesPerSecond: Int64?
    /// The limit applies because a player streams from the network.
    package var isForPlaying = false
    /// `nil` for all.
    package var runningItems: Int?
    /// Items with requests in progress, each on a thread. The others follow when these end, those with a higher
    /// priority first. A running item is never stopped for another.
    package var activeItems = 24
    /// The connections of one file.
    package var connectionsPerItem = 4
    /// `max_connections_per_host`.
    package var connectionsPerHost = 6
    package var schedule: DownloadSchedule?
    /// `metered = allow|deny`.
    package var allowsMetered = true

    package init() {}
}

/// Chooses the items to run and their shares. Priority decides about both.
package enum DownloadPlanner {
    package struct Candidate: Sendable, Equatable {
        package let id: DownloadID
        package let priority: Double
        package let speedLimit: Int64?
        /// `nil` if unknown before the first response.
        package let host: String?

        package init(id: DownloadID, priority: Double, speedLimit: Int64? = nil, host: String? = nil) {
            self.id = id
            self.priority = priority
            self.speedLimit = speedLimit
            self.host = host
        }
    }

    package struct Share: Sendable, Equatable {
        /// At least 1.
        package let connections: Int
        package let bytesPerSecond: Int64?
    }

    package struct Decision: Sendable, Equatable {
        package var shares: [DownloadID: Share] = [:]
        package var waiting: [DownloadID: DownloadWaiting] = [:]
        /// `nil` if only an event can change the decision.
        package var secondsToChange: Int?
    }

    /// Returns why no item may run.
    package static func hold(
        _ limits: DownloadLimits, at moment: DownloadSchedule.Moment, isMetered: Bool
    ) -> DownloadWaiting? {
        if let schedule = limits.schedule, !schedule.isOpen(at: moment) { return .schedule }
        return isMetered && !limits.allowsMetered ? .metered : nil
    }

    /// - Parameter candidates: in the order of the list.
    package static func decide(
        _ candidates: [Candidate], _ limits: DownloadLimits, at moment: DownloadSchedule.Moment, isMetered: Bool
    ) -> Decision {
        var decision = Decision()
        decision.secondsToChange = candidates.isEmpty ? nil : limits.schedule?.secondsToChange(after: moment)
        if let reason = hold(limits, at: moment, isMetered: isMetered) {
            for candidate in candidates { decision.waiting[candidate.id] = reason }
            return decision
        }
        // Stable: of equal priorities the first in the list comes first.
        let ordered = candidates.enumerated().sorted {
            ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
        }
        .map(\.element)
        let running = Array(ordered.prefix(max(1, limits.runningItems ?? .max)))
        for candidate in ordered.dropFirst(running.count) { decision.waiting[candidate.id] = .limit }
        let connections = connections(running, limits)
        let speeds = speeds(running, limits.bytesPerSecond)
        for candidate in running {
            decision.shares[candidate.id] = Share(
                connections: connections[candidate.id] ?? 1, bytesPerSecond: speeds[candidate.id])
        }
        return decision
    }

    /// Priority 0 still gets a share.
    private static func weight(_ candidate: Candidate) -> Double { 0.1 + candidate.priority }

    /// Returns at least one connection per item. Excess connections wait in the transport.
    private static func connections(_ running: [Candidate], _ limits: DownloadLimits) -> [DownloadID: Int] {
        var result: [DownloadID: Int] = [:]
        for (host, group) in Dictionary(grouping: running, by: \.host) {
            guard host != nil else {
                for candidate in group { result[candidate.id] = max(1, limits.connectionsPerItem) }
                continue
            }
            var left = max(limits.connectionsPerHost - group.count, 0)
            var counts = Array(repeating: 1, count: group.count)
            while left > 0 {
                let open = group.indices.filter { counts[$0] < limits.connectionsPerItem }
                // The item farthest below its share.
                guard
                    let next = open.min(by: { a, b in
                        (Double(counts[a]) / weight(group[a]), a) < (Double(counts[b]) / weight(group[b]), b)
                    })
                else { break }
                counts[next] += 1
                left -= 1
            }
            for (index, candidate) in group.enumerated() { result[candidate.id] = counts[index] }
        }
        return result
    }

    /// Divides by priority. Other items get the speed that an item cannot use because of its own limit.
    private static func speeds(_ running: [Candidate], _ total: Int64?) -> [DownloadID: Int64] {
        var result: [DownloadID: Int64] = [:]
        guard let total else {
            for candidate in running { result[candidate.id] = candidate.speedLimit }
            return result
        }
        var left = Double(total)
        var open = running
        while !open.isEmpty {
            let sum = open.reduce(0) { $0 + weight($1) }
            let bound = open.filter { candidate in
                candidate.speedLimit.map { Double($0) < left * weight(candidate) / sum } ?? false
            }
            if bound.isEmpty {
                for candidate in open { result[candidate.id] = max(1, Int64(left * weight(candidate) / sum)) }
                break
            }
            for candidate in bound {
                result[candidate.id] = candidate.speedLimit
                left -= Double(candidate.speedLimit ?? 0)
            }
            open.removeAll { candidate in bound.contains(candidate) }
        }
        return result
    }
}
