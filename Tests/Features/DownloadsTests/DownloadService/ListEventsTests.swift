import DownloadModel
import Downloads
import TestSupport
import Testing

@testable import DownloadService

@Suite struct ListEventsTests {
    private static let ids = (0..<4).map { _ in DownloadID.random() }.sorted()

    private func labels(_ version: UInt64, _ entries: (Int, DownloadLabel)...) -> DownloadLabels {
        DownloadLabels(version: version, entries: entries.map { DownloadLabels.Entry(id: Self.ids[$0.0], label: $0.1) })
    }

    private func told(_ events: [ListEvents.Event]) -> [String] {
        events.map { "\(Self.ids.firstIndex(of: $0.id) ?? -1) \($0.kind.rawValue.dropFirst("aria2.onDownload".count))" }
    }

    @Test("DL-20: events between two states of the list name new, removed and relabelled items")
    func changes() {
        var events = ListEvents(labels(1, (0, .downloading), (1, .downloading)))
        expect(events.version, is: 1)
        expect(told(events.update(labels(2, (0, .done), (1, .downloading)))), is: ["0 Complete"])
        expect(told(events.update(labels(3, (0, .done), (1, .failed), (2, .paused)))), is: ["1 Error", "2 Pause"])
        // The order differs, one item is gone and one is new.
        expect(
            told(events.update(labels(4, (2, .downloading), (3, .paused), (0, .done)))),
            is: [
                "2 Start", "3 Pause", "1 Stop",
            ])
        expect(told(events.update(labels(5, (3, .paused), (2, .downloading), (0, .fileLost)))), is: ["0 Error"])
        expect(told(events.update(labels(6))), is: ["0 Stop", "2 Stop", "3 Stop"])
        expect(told(events.update(labels(7))), is: [])
        expect(events.version, is: 7)
    }
}
