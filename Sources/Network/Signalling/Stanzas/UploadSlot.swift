package import XML

/// Where a file goes, and where others find it (XEP-0363). A value.
package struct UploadSlot: Sendable, Equatable {
    package let put: String
    package let get: String
    /// Of the request that puts; nothing but what XEP-0363, 5 allows.
    package let headers: [String: String]

    package static func request(name: String, bytes: Int, type: String?) -> XMLElement {
        var attributes = ["filename": name, "size": String(bytes)]
        attributes["content-type"] = type
        return XMLElement("request", namespace: Namespace.upload, attributes: attributes)
    }

    /// - Parameter answer: the whole IQ. Nil: it has no addresses of HTTP.
    package init?(_ answer: XMLElement) {
        guard let slot = answer.first("slot", in: Namespace.upload), let put = slot.first("put"),
            let putAddress = Self.address(put["url"]), let getAddress = Self.address(slot.first("get")?["url"])
        else { return nil }
        self.put = putAddress
        get = getAddress
        var headers: [String: String] = [:]
        for header in put.children("header") {
            guard let name = header["name"], Self.allowed.contains(name.lowercased()) else { continue }
            // Another line would be another header.
            headers[name] = header.wholeText.filter { !$0.isNewline }
        }
        self.headers = headers
    }

    /// Bytes that the service takes, if `error` says that it is less than was asked for (XEP-0363, 6).
    package static func limit(_ error: StanzaError) -> Int? {
        guard let detail = error.detail, detail.name == "file-too-large", detail.namespace == Namespace.upload else {
            return nil
        }
        return detail.first("max-file-size").flatMap { Int($0.wholeText) }
    }

    private static let allowed: Set = ["authorization", "cookie", "expires"]

    private static func address(_ text: String?) -> String? {
        guard let text, text.utf8.count <= 4096, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return text.hasPrefix("https://") || text.hasPrefix("http://") ? text : nil
    }
}
