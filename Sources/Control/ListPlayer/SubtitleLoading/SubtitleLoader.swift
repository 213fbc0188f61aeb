package import Access
package import Catalogue
package import MediaSources
package import PlayCore
import Playlists
package import Subtitles

/// Reads subtitle files on its own thread, one after the other: named files first, then those beside the item. Main
/// thread; no call blocks. The thread starts with the first item that may have subtitles. Call ``close()`` before
/// releasing the last reference.
package final class SubtitleLoader {
    private let item: () -> SubtitledItem?
    private let offered: () -> [SubtitleInfo]
    private let inbox: SubtitleInbox
    private let access: SourceAccess
    private var generation = Generation()
    private var thread: WorkerThread?
    private var settings = SubtitleSettings()
    private var added: [String] = []

    /// `item` is `nil` if it has no location of its own. Signals `wakeUp` for arrivals.
    package init(
        access: SourceAccess, wakeUp: WakeUp, offered: @escaping () -> [SubtitleInfo],
        item: @escaping () -> SubtitledItem?
    ) {
        self.item = item
        self.offered = offered
        self.access = access
        inbox = SubtitleInbox(wakeUp: wakeUp)
    }

    /// Begins another item. Arrivals of the previous one are no longer delivered.
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

    /// Reads a file that the viewer named. A track or a failure arrives.
    package func add(_ request: TrackFileRequest) {
        added.append(request.path)
        order(.wanted(request))
    }

    /// - Parameter path: the path, or the displayed address without password and query.
    package func reload(path: String) {
        let locations = offered().map(\.url) + settings.files + added
        order(.again(path: locations.last { AddressText.shown($0) == path } ?? path))
    }

    package func index(_ input: SessionInput) { order(.index(input)) }

    /// Reports the index as complete if the item cannot be read ahead.
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
