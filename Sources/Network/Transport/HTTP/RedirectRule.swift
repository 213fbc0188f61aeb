import Addresses
import PlayCore

/// Where a redirect leads, and what may be told there. Pure.
enum RedirectRule {
    enum Step {
        /// The head is the answer.
        case none
        case follow(Address)
        case refuse(ByteSourceError.Code)
    }

    /// - Parameters:
    ///   - hops: redirects that were followed already.
    static func step(_ head: HTTPHead, of request: HTTPRequest, hops: Int, limit: Int) -> Step {
        guard [301, 302, 303, 307, 308].contains(head.status), request.isSafe, let location = head["location"] else {
            return .none
        }
        guard let target = Address(location, relativeTo: head.address) else { return .refuse(.invalidReply) }
        guard target.isHTTP else { return .refuse(.forbiddenScheme) }
        return hops < limit ? .follow(target) : .refuse(.tooManyRedirects)
    }

    /// Fields that tell a stranger nothing: what else is configured may be a key (`Authorization`, `Cookie`, `X-Token`)
    /// or meant for one server (`Host`).
    private static let harmless: Set<String> = ["accept", "accept-language", "origin", "range", "if-range"]

    static func headers(_ headers: [HTTPHeader], at address: Address, trusted: String) -> [HTTPHeader] {
        address.origin == trusted ? headers : headers.filter { harmless.contains($0.name.lowercased()) }
    }
}
