package import Access
package import PlayCore
package import Playback

/// Adds adverts to the plans of videos, as the viewer allows. Main thread.
package final class AdvertProvider {
    private let access: SourceAccess
    private let sender: TrackerSender
    private let wishes: (Video) -> Wishes
    /// In pixels. Set by the screen's owner.
    package var width: () -> Int = { 1280 }
    private var last: (entry: Int, wishes: Wishes, run: AdvertRun)?

    package struct Wishes: Equatable {
        let location: String?
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

    package var link: ProviderLink { ProviderLink(.adverts) { [weak self] plan in self?.put(in: &plan) } }

    private func put(in plan: inout SessionPlan) {
        let wishes = wishes(plan.video)
        guard wishes.location != nil || wishes.allowsStream else { return }
        // A page becomes its video when it is opened. Adverts that played before it are not repeated.
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

    /// Stops sending. Call once, before the source access is closed.
    package func close() { sender.close() }
}
