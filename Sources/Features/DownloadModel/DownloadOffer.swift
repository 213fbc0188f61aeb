package import Encoding
package import PlayCore

/// What could be downloaded of something, told before a byte of it is. A value; its texts are unverified.
package struct DownloadOffer: Sendable, Equatable {
    package var title: String?
    /// In the source's order; each can be wished for by its key. Empty: there is one form only, and it has no name.
    package var definitions: [DefinitionInfo]
    /// Bytes, where it is one file and the server says it.
    package var size: Int64?

    package init(title: String? = nil, definitions: [DefinitionInfo] = [], size: Int64? = nil) {
        self.title = title
        self.definitions = definitions
        self.size = size
    }
}

/// What became of the question for an offer, as ``DownloadEvent/prepared`` tells it. A value.
package struct DownloadPreparationResult: Sendable, Equatable {
    /// What the question was answered with.
    package let ticket: String
    package let offer: Result<DownloadOffer, DownloadProblem>

    package init(ticket: String, offer: Result<DownloadOffer, DownloadProblem>) {
        (self.ticket, self.offer) = (ticket, offer)
    }

    package var wire: JSONValue {
        switch offer {
        case .success(let offer):
            .object([
                "ticket": .string(ticket), "title": offer.title.map(JSONValue.string),
                "definitions": .list(offer.definitions.map(\.wire)), "size": offer.size.map(JSONValue.integer),
            ])
        case .failure(let problem):
            .object([
                "ticket": .string(ticket), "errorCode": .string(problem.code.rawValue),
                "errorNumber": .integer(problem.number), "errorMessage": .string(problem.detail),
            ])
        }
    }

    /// Nil for what is none.
    package init?(_ value: JSONValue) {
        guard let ticket = value["ticket"]?.text else { return nil }
        self.ticket = ticket
        if let problem = DownloadProblem(
            code: value["errorCode"]?.text, number: value["errorNumber"]?.wholeNumber,
            detail: value["errorMessage"]?.text)
        {
            offer = .failure(problem)
        } else {
            offer = .success(
                DownloadOffer(
                    title: value["title"]?.text,
                    definitions: (value["definitions"]?.items ?? []).compactMap { DefinitionInfo(wire: $0) },
                    size: value["size"]?.wholeNumber))
        }
    }
}

extension DefinitionInfo {
    fileprivate var wire: JSONValue {
        .object([
            "key": .string(definitionKey.rawValue), "name": .string(definitionName),
            "width": width > 0 ? .integer(Int64(width)) : nil, "height": height > 0 ? .integer(Int64(height)) : nil,
            "bitRate": bitRate.map { .integer(Int64($0)) },
        ])
    }

    /// Nil for what is none.
    fileprivate init?(wire value: JSONValue) {
        guard let key = value["key"]?.text else { return nil }
        self.init(
            key: Key(rawValue: key), name: value["name"]?.text ?? "", width: value["width"]?.integer ?? 0,
            height: value["height"]?.integer ?? 0, bitRate: value["bitRate"]?.integer)
    }
}
