package import Access
package import Catalogue
package import MediaSources
package import PlayCore
package import Subtitles

/// Reads the subtitle files of the items on its own thread, one after the other: named files first, then those beside
/// the item.
///
/// Call it on the main thread; no call blocks. The thread starts with the first item that may have subtitles. Call
/// ``close()`` before the last reference goes.
package final class SubtitleLoader {
    private let item: () -> SubtitledItem?
    /// The subtitles that a service has for the current item.
    private let offered: () -> [SubtitleInfo]
    private let inbox: SubtitleInbox
    private let access: SourceAccess
    private var generation = Generation()
    private var thread: WorkerThread?
    /// The settings of the current item.
    private var settings = SubtitleSettings()

    /// - Parameters:
    ///   - item: the current item, or `nil` if it has no location of its own.
    ///   - offered: the subtitles that a service has for it.
    ///   - wakeUp: the player's; signalled when something arrives.
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
        inbox.begin(generation, settings.wish)
        guard let item else { return }
        inbox.deliver(.files(areSought: true), for: generation)
        order(.item(path: item.location, offered: offered()))
    }

    /// Reads a file that the viewer named; it comes as a track or as a failure.
    package func add(_ request: TrackFileRequest) { order(.wanted(request)) }

    /// Reads a file again that is among the tracks.
    package func reload(path: String) { order(.again(path: path)) }

    /// Reads all texts of the item's own container.
    package func index(_ input: SessionInput) { order(.index(input)) }

    /// Reports the index as complete where the item cannot be read ahead.
    func skipIndex() { inbox.deliver(.indexed, for: generation) }

    /// Reads a piece of a stream's text.
    package func read(_ text: SubtitleText) { order(.document(text)) }

    /// Returns the arrivals since the last call, oldest first.
    package func takeArrivals() -> [SubtitleArrival] { inbox.takeArrivals() }

    /// Ends the thread, also in the middle of a file.
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
