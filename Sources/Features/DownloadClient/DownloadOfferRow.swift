package import Encoding

/// ADV-76, ADV-78: what can be downloaded of something, as the daemon tells it. A value; its texts are unverified.
package struct DownloadOfferRow: Sendable, Equatable {
    package struct Definition: Sendable, Equatable {
        /// What `--definition` takes.
        package var key: String
        package var name: String
        /// Pixels; nil: unknown, or sound only.
        package var width: Int64?
        package var height: Int64?
        /// Bits per second.
        package var bitRate: Int64?
    }

    package var ticket: String
    package var title: String?
    package var definitions: [Definition]
    /// Bytes, of what is one file.
    package var size: Int64?
    package var problem: DownloadRow.Problem?

    /// - Parameter parameters: of the event. Nil for what is none.
    package init?(_ parameters: JSONValue) {
        let value = parameters.items?.first ?? parameters
        guard let ticket = value["ticket"]?.text else { return nil }
        self.ticket = ticket
        title = value["title"]?.text
        size = value["size"]?.wholeNumber
        definitions = (value["definitions"]?.items ?? []).compactMap { item in
            item["key"]?.text.map { key in
                Definition(
                    key: key, name: item["name"]?.text ?? "", width: item["width"]?.wholeNumber,
                    height: item["height"]?.wholeNumber, bitRate: item["bitRate"]?.wholeNumber)
            }
        }
        problem = value["errorCode"]?.text.map { code in
            DownloadRow.Problem(
                code: code, number: value["errorNumber"]?.wholeNumber ?? 0, detail: value["errorMessage"]?.text ?? "")
        }
    }
}
