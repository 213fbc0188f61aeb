package struct DownloadSchedule: Sendable, Hashable, Codable {
    package struct Moment: Sendable, Hashable {
        /// 0 (Sunday) … 6.
        package let weekday: Int
        /// The second of the day, 0 … 86399.
        package let second: Int

        package init(weekday: Int, second: Int) {
            self.weekday = weekday
            self.second = second
        }
    }

    /// Minutes since midnight, 0 … 1439. An end at or before the start is on the next day.
    package let start: Int
    package let end: Int
    /// The days on which the hours begin; 0 is Sunday.
    package let weekdays: Set<Int>

    private static let day = 86_400

    /// Returns `nil` for minutes outside of a day, and if there are no days.
    package init?(start: Int, end: Int, weekdays: Set<Int> = Set(0...6)) {
        guard (0..<1440).contains(start), (0..<1440).contains(end), !weekdays.isEmpty,
            weekdays.isSubset(of: Set(0...6))
        else { return nil }
        (self.start, self.end, self.weekdays) = (start, end, weekdays)
    }

    private var length: Int { (end - start + 1440 - 1) % 1440 * 60 + 60 }

    package func isOpen(at moment: Moment) -> Bool {
        (0...1).contains { back in
            let day = (moment.weekday - back + 7) % 7
            let since = moment.second + back * Self.day - start * 60
            return weekdays.contains(day) && (0..<length).contains(since)
        }
    }

    /// Returns at least 1. Examines each edge of the coming week.
    package func secondsToChange(after moment: Moment) -> Int {
        let now = isOpen(at: moment)
        let edges = (0...8).flatMap { days in
            [start * 60, start * 60 + length, start * 60 + length - Self.day].map {
                days * Self.day + $0 - moment.second
            }
        }
        for edge in edges.filter({ $0 > 0 }).sorted() {
            let total = moment.second + edge
            let then = Moment(weekday: (moment.weekday + total / Self.day) % 7, second: total % Self.day)
            if isOpen(at: then) != now { return edge }
        }
        return Self.day
    }
}
