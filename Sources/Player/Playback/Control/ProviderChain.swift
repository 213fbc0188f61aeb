package import PlayCore

package enum ProviderStage: Int, Sendable, Comparable {
    /// A service's protection of its video. First, so that a refusal skips all other links.
    case protection
    case subtitles
    case adverts
    /// The remembered position. Last, so that it sees everything that plays.
    case position

    package static func < (a: ProviderStage, b: ProviderStage) -> Bool { a.rawValue < b.rawValue }
}

package struct ProviderLink {
    let stage: ProviderStage
    let change: (inout SessionPlan) throws(PlayError) -> Void

    /// - Parameter change: called for each plan, on the main thread. An error refuses the video.
    package init(_ stage: ProviderStage, change: @escaping (inout SessionPlan) throws(PlayError) -> Void) {
        self.stage = stage
        self.change = change
    }
}

/// The provider of a whole player: a source, and links by which features extend its plans. Main thread.
package final class ProviderChain: SessionProvider {
    private let source: any SessionProvider
    private let links: [ProviderLink]

    /// `links` must be in the order of their stages, each at most once.
    package init(_ source: any SessionProvider, _ links: [ProviderLink]) {
        for (link, next) in zip(links, links.dropFirst()) {
            precondition(link.stage < next.stage, "the chain of providers: \(next.stage) cannot follow \(link.stage)")
        }
        self.source = source
        self.links = links
    }

    /// For the log, the last link first, as the controller calls them.
    package var order: String { (links.reversed().map { "\($0.stage)" } + ["source"]).joined(separator: " ← ") }

    package func plan(for video: Video) throws(PlayError) -> SessionPlan {
        var plan = try source.plan(for: video)
        for link in links { try link.change(&plan) }
        return plan
    }
}
