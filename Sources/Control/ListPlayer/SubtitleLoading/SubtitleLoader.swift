package import Access
package import Catalogue
package import MediaSources
package import PlayCore
import Playlists
package import Subtitles

/// Reads subtitle files on its own thread, one after the other: named files first, then those beside the item.
///
/// Call it on the main thread; no call blocks. The thread starts with the first item that may have subtitles. Call
/// ``close()`` before the last reference goes.
package final class SubtitleLoader {
    private let item: () -> SubtitledItem?
    private let offered: () -> [SubtitleInfo]
    private let inbox: SubtitleInbox
    private let access: SourceAccess
    private var generation = Generation()
    private var thread: WorkerThread?
    private var settings = SubtitleSettings()
    /// The locations that were added to the item, in this order.
    private var added: [String] = []

    /// The item is `nil` if it has no location of its own. Signals `wakeUp` when something arrives.
    package init(
        access: SourceAccess, wakeUp: WakeUp, offered: @escaping () -> [SubtitleInfo],
        item: @escaping () -> SubtitledItem?
    ) {
        self.item = item
        self.offered = offered
        self.access = access
        inbox = SubtitleInbox(wakeUp: wakeUp)
    }

    /// Begins another item: arrivals of the previous one are not delivered any more.
    package func begin() {
        generation = generation.next
        let item = item()
        settings = item?.settings ?? SubtitleSettings()
        added = []
        inbox.begin(generation, settings.wish)
        guard let item else { return }
        inbox.deliver(.files(areSought: true), for: generation)
        order(.item(path: item.location, offered: offered()))
    }

    /// Reads a file that the viewer named; it comes as a track or as a failure.
    package func add(_ request: TrackFileRequest) {
        added.append(request.path)
        order(.wanted(request))
    }

    /// - Parameter path: the path, or the address as it is shown: without password and query.
    package func reload(path: String) {
        let locations = offered().map(\.url) + settings.files + added
        order(.again(path: locations.last { AddressText.shown($0) == path } ?? path))
    }

    package func index(_ input: SessionInput) { order(.index(input)) }

    /// Reports the index as complete where the item cannot be read ahead.
    func skipIndex() { inbox.deliver(.indexed, for: generation) }

    package func read(_ text: SubtitleText) { order(.document(text)) }

    package func takeArrivals() -> [SubtitleArrival] { inbox.takeArrivals() }

    package func close() {
        inbox.close()
        thread?.leave()
        thread = nil
    }

    private func order(_ kind: SubtitleJob.Kind) {
        inbox.order(SubtitleJob(generation: generation, kind: kind, settings: settings))
        guard thread == nil else { return }
        thread = WorkerThread(name: "subtitles") { [inbox, access] in
            while let (job, cancel) = inbox.nextJob() {
                SubtitleWork(job: job, inbox: inbox, access: access, cancel: cancel).run()
            }
        }
    }
}
