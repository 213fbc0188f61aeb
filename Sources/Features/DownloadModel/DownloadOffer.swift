package import Encoding
package import PlayCore

/// The forms in which a source can be downloaded, known before its first byte is loaded. Unverified texts.
package struct DownloadOffer: Sendable, Equatable {
    package var title: String?
    /// In the source's order. Empty if there is a single form without a name.
    package var definitions: [DefinitionInfo]
    /// In bytes, if the source is a single file whose server reports the size.
    package var size: Int64?

    package init(title: String? = nil, definitions: [DefinitionInfo] = [], size: Int64? = nil) {
        self.title = title
        self.definitions = definitions
        self.size = size
    }
}

/// The outcome of a request for an offer, in a ``DownloadEvent/prepared``.
package struct DownloadPreparationResult: Sendable, Equatable {
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

    fileprivate init?(wire value: JSONValue) {
        guard let key = value["key"]?.text else { return nil }
        self.init(
            key: Key(rawValue: key), name: value["name"]?.text ?? "", width: value["width"]?.integer ?? 0,
            height: value["height"]?.integer ?? 0, bitRate: value["bitRate"]?.integer)
    }
}
