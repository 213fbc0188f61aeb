package import PlayCore
package import XML

package enum RequestFailure: Error, Sendable, Equatable {
    case refused(StanzaError)
    /// The request may still have been carried out.
    case timedOut
    /// The request may still have been carried out.
    case disconnected
}

package struct RequestTracker: Sendable {
    package enum Kind: String, Sendable {
        case get, set
    }

    package struct Answer: Sendable, Equatable {
        package let id: String
        package let result: Result<XMLElement, RequestFailure>
    }

    private struct Pending {
        let to: XMPPAddress?
        let deadline: HostTime
    }

    private let prefix: String
    private let sender: XMPPAddress?
    private var number = 0
    private var pending: [String: Pending] = [:]

    /// Further requests fail at once.
    package static let limit = 1_024

    /// The `prefix` of IDs is unique for each session. `sender` is a component's address; `nil` for clients.
    package init(prefix: String, sender: XMPPAddress? = nil) {
        self.prefix = prefix
        self.sender = sender
    }

    package var isFull: Bool { pending.count >= Self.limit }

    /// Returns `nil` if too many requests are unanswered. A `nil` recipient is the own account's server.
    package mutating func request(
        _ kind: Kind, to: XMPPAddress?, _ payload: XMLElement, at now: HostTime, limit: HostTime = .seconds(10)
    ) -> (id: String, stanza: XMLElement)? {
        guard !isFull else { return nil }
        number += 1
        let id = "\(prefix)-\(number)"
        pending[id] = Pending(to: to, deadline: now + limit)
        var attributes = ["type": kind.rawValue, "id": id]
        attributes["to"] = to?.description
        attributes["from"] = sender?.description
        return (id, XMLElement("iq", attributes: attributes, children: [payload]))
    }

    /// Returns `nil` if the stanza is not an answer to these requests, or comes from another address.
    package mutating func received(_ stanza: XMLElement) -> Answer? {
        guard stanza.name == "iq", let id = stanza["id"], let request = pending[id],
            stanza["type"] == "result" || stanza["type"] == "error"
        else { return nil }
        // A stanza without a sender comes from the own server.
        if let from = stanza["from"], let to = request.to, XMPPAddress(from) != to { return nil }
        if stanza["from"] == nil, request.to != nil { return nil }
        pending[id] = nil
        if let error = StanzaError(stanza) { return Answer(id: id, result: .failure(.refused(error))) }
        return Answer(id: id, result: .success(stanza))
    }

    package mutating func expire(at now: HostTime) -> [Answer] {
        end(pending.filter { $0.value.deadline <= now }.map(\.key), .timedOut)
    }

    /// After a session that was not resumed.
    package mutating func disconnected() -> [Answer] { end(Array(pending.keys), .disconnected) }

    package var nextDeadline: HostTime? { pending.values.map(\.deadline).min() }

    private mutating func end(_ ids: [String], _ failure: RequestFailure) -> [Answer] {
        for id in ids { pending[id] = nil }
        return ids.sorted().map { Answer(id: $0, result: .failure(failure)) }
    }
}
