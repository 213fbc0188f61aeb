package import PlayCore

/// The place of a link in the chain: each link receives the changes of the previous ones.
package enum ProviderStage: Int, Sendable, Comparable {
    /// The requirements of a service for the protection of its video. This link is first, so that a refusal concerns no
    /// other.
    case protection
    /// Subtitles beside the video.
    case subtitles
    /// Adverts before, after and within the video.
    case adverts
    /// The remembered position. This link is last, so that it knows all that plays.
    case position

    package static func < (a: ProviderStage, b: ProviderStage) -> Bool { a.rawValue < b.rawValue }
}

/// A link of the chain, which changes the plan made by the previous ones.
package struct ProviderLink {
    let stage: ProviderStage
    let change: (inout SessionPlan) throws(PlayError) -> Void

    /// - Parameter change: Called for each plan, on the main thread. An error refuses the video.
    package init(_ stage: ProviderStage, change: @escaping (inout SessionPlan) throws(PlayError) -> Void) {
        self.stage = stage
        self.change = change
    }
}

/// The provider of a whole player: a source, and the additions of each feature to its plans. Main thread.
package final class ProviderChain: SessionProvider {
    private let source: any SessionProvider
    private let links: [ProviderLink]

    /// - Parameters:
    ///   - source: The provider of the bytes of a video.
    ///   - links: The links in the order of their stages, each at most once. Another order is a programming error, at
    ///     which the program does not start.
    package init(_ source: any SessionProvider, _ links: [ProviderLink]) {
        for (link, next) in zip(links, links.dropFirst()) {
            precondition(link.stage < next.stage, "the chain of providers: \(next.stage) cannot follow \(link.stage)")
        }
        self.source = source
        self.links = links
    }

    /// The order for the log: the last link first, as the controller calls them.
    package var order: String { (links.reversed().map { "\($0.stage)" } + ["source"]).joined(separator: " ← ") }

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var plan = try source.plan(for: video)
        for link in links { try link.change(&plan) }
        return plan
    }
}
