import DownloadModel
import PlayCore

enum DownloadOrdering {
    static func matches(_ entry: DownloadRecord, _ words: SearchWords) -> Bool {
        words.occur(in: "\(entry.name) \(entry.reference) \(entry.definition ?? "") \(DownloadWords.state(entry))")
    }

    /// - Parameter shown: indices in `entries`. Their order decides between equal entries.
    static func ordered(
        _ shown: [Int], _ entries: [DownloadRecord], by sort: DownloadSort, isReversed: Bool
    ) -> [Int] {
        let ordered: [Int] =
            switch sort {
            case .added: shown
            case .title: NaturalOrder.order(shown.map { entries[$0].name }).map { shown[$0] }
            case .state: sorted(shown) { rank(entries[$0].label) }
            case .size: sorted(shown) { -(entries[$0].figures.total ?? -1) }
            case .progress: sorted(shown) { -entries[$0].figures.fraction }
            case .speed: sorted(shown) { -entries[$0].figures.bytesPerSecond }
            case .left: sorted(shown) { entries[$0].figures.secondsLeft ?? .max }
            case .priority: sorted(shown) { -entries[$0].priority }
            }
        return isReversed ? ordered.reversed() : ordered
    }

    /// Computes each key once. Relies on Swift's stable sort.
    private static func sorted<Key: Comparable>(_ shown: [Int], by key: (Int) -> Key) -> [Int] {
        shown.map { (key: key($0), index: $0) }.sorted { $0.key < $1.key }.map(\.index)
    }

    /// Ranks running downloads and those that need attention first.
    private static func rank(_ label: DownloadLabel) -> Int {
        switch label {
        case .downloading: 0
        case .failed: 1
        case .fileLost: 2
        case .paused: 3
        case .done: 4
        case .invalid, .cancelled: 5
        }
    }
}
