package import PlayCore

/// Where in the chain a link stands: each sees what those before it have said.
package enum ProviderStage: Int, Sendable, Comparable {
    /// What a service asks for the protection of its video. The first: what it refuses concerns no other.
    case protection
    /// Subtitles from beside the video.
    case subtitles
    /// What plays before, after and within.
    case adverts
    /// Where the viewer left off: the last, so that it knows of all that plays.
    case position

    package static func < (a: ProviderStage, b: ProviderStage) -> Bool { a.rawValue < b.rawValue }
}

/// A link of the chain: changes what those before it say of a video.
package struct ProviderLink {
    let stage: ProviderStage
    let change: (inout SessionPlan) throws(PlayError) -> Void

    /// - Parameter change: called for each plan, on the main thread. What it throws refuses the video.
    package init(_ stage: ProviderStage, change: @escaping (inout SessionPlan) throws(PlayError) -> Void) {
        self.stage = stage
        self.change = change
    }
}

/// The provider of a whole player: sources, and what each feature adds to their plans. Main thread.
package final class ProviderChain: SessionProvider {
    private let source: any SessionProvider
    private let links: [ProviderLink]

    /// - Parameters:
    ///   - source: where the bytes of a video come from.
    ///   - links: in the order of their stages, each at most once. Another order is a mistake of the program, which
    ///     does not start with it.
    package init(_ source: any SessionProvider, _ links: [ProviderLink]) {
        for (link, next) in zip(links, links.dropFirst()) {
            precondition(link.stage < next.stage, "the chain of providers: \(next.stage) cannot follow \(link.stage)")
        }
        self.source = source
        self.links = links
    }

    /// For the log: the last link first, as the controller asks.
    package var order: String { (links.reversed().map { "\($0.stage)" } + ["source"]).joined(separator: " ← ") }

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var plan = try source.plan(for: video)
        for link in links { try link.change(&plan) }
        return plan
    }
}
