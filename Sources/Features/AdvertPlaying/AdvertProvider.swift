package import Access
package import PlayCore
package import Playback

/// Puts adverts into the plans of videos, where the viewer has asked for them or allows what a list names. Main thread.
package final class AdvertProvider {
    private let access: SourceAccess
    private let sender: TrackerSender
    private let wishes: (Video) -> Wishes
    /// Of the picture, in pixels; set by whoever has a screen.
    package var width: () -> Int = { 1280 }
    /// Of the newest plan.
    private var last: (entry: Int, wishes: Wishes, run: AdvertRun)?

    /// Which adverts of a video play.
    package struct Wishes: Equatable {
        /// Where a document is; nil: there is none.
        let location: String?
        /// Those that the stream itself names do.
        let allowsStream: Bool

        package init(location: String?, allowsStream: Bool) {
            (self.location, self.allowsStream) = (location, allowsStream)
        }
    }

    package init(_ access: SourceAccess, wishes: @escaping (Video) -> Wishes) {
        self.access = access
        self.wishes = wishes
        sender = TrackerSender(access)
    }

    /// Puts adverts into plans.
    package var link: ProviderLink { ProviderLink(.adverts) { [weak self] plan in self?.put(in: &plan) } }

    private func put(in plan: inout SessionPlan) {
        let wishes = wishes(plan.video)
        guard wishes.location != nil || wishes.allowsStream else { return }
        // A page turns into its video while it is opened: what played before it is not played once more.
        if let last, last.entry == plan.video.entry, last.wishes == wishes, !last.run.contentHasPlayed {
            plan.adverts = last.run
            return
        }
        let run = AdvertRun(
            wishes.location, allowsStream: wishes.allowsStream, content: plan.video.sources.first?.location, access,
            sender, width: width())
        last = (plan.video.entry, wishes, run)
        plan.adverts = run
    }

    /// Call once, before what it sends with is closed.
    package func close() { sender.close() }
}
