package import Access
package import PlayCore
package import Playback

/// Puts adverts into the plans of videos, where the viewer has asked for them or allows what a list names. Main thread.
package final class AdvertProvider {
    private let access: SourceAccess
    private let sender: TrackerSender
    /// Where the document of a video is; nil: no advert plays.
    private let location: (Video) -> String?
    /// Of the picture, in pixels; set by whoever has a screen.
    package var width: () -> Int = { 1280 }
    /// Of the newest plan.
    private var last: (entry: Int, location: String, run: AdvertRun)?

    package init(_ access: SourceAccess, location: @escaping (Video) -> String?) {
        self.access = access
        self.location = location
        sender = TrackerSender(access)
    }

    /// In the chain behind subtitles, before positions.
    package func provider(around upstream: any SessionProvider) -> any SessionProvider {
        do {
            return try WrappingSessionProvider(.adverts, around: upstream) { [weak self] plan in self?.put(in: &plan) }
        } catch {
            preconditionFailure("the chain of providers: \(error)")
        }
    }

    private func put(in plan: inout SessionPlan) {
        guard let location = location(plan.video) else { return }
        // A page turns into its video while it is opened: what played before it is not played once more.
        if let last, last.entry == plan.video.entry, last.location == location, !last.run.contentHasPlayed {
            plan.adverts = last.run
            return
        }
        let run = AdvertRun(location, access, sender, width: width())
        last = (plan.video.entry, location, run)
        plan.adverts = run
    }

    /// Call once, before what it sends with is closed.
    package func close() { sender.close() }
}
