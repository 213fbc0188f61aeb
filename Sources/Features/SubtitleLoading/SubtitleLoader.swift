package import Access
package import Catalogue
package import MediaSources
package import PlayCore
package import Subtitles

/// Reads the files of subtitles of the items on a thread of its own, one after the other: those that were named first,
/// then those beside the item.
///
/// Calls are for the main thread; nothing of them waits. The thread begins with the first item that
/// may have subtitles. Call ``close()`` before the last reference goes.
package final class SubtitleLoader {
    private let item: () -> SubtitledItem?
    /// What a service has for the item that plays.
    private let offered: () -> [SubtitleInfo]
    private let inbox: SubtitleInbox
    private let access: SourceAccess
    private var generation = Generation()
    private var thread: WorkerThread?
    /// Of the item that plays.
    private var settings = SubtitleSettings()

    /// - Parameters:
    ///   - item: what plays; nil: nothing that has a place of its own.
    ///   - offered: what a service has for it.
    ///   - wakeUp: the player's; signalled when something came.
    package init(
        access: SourceAccess, wakeUp: WakeUp, offered: @escaping () -> [SubtitleInfo],
        item: @escaping () -> SubtitledItem?
    ) {
        self.item = item
        self.offered = offered
        self.access = access
        inbox = SubtitleInbox(wakeUp: wakeUp)
    }

    /// Another item begins: what belonged to the one before is not delivered any more.
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

    /// What cannot be read ahead is as complete as it gets.
    func skipIndex() { inbox.deliver(.indexed, for: generation) }

    /// Reads a piece of a stream's text.
    package func read(_ text: SubtitleText) { order(.document(text)) }

    /// What came since, oldest first.
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
