package import XML

/// XEP-0363.
package struct UploadSlot: Sendable, Equatable {
    package private(set) var put: String
    package let get: String
    /// Limited to the headers that XEP-0363, 5 allows.
    package let headers: [String: String]

    /// Returns the slot with its upload at another name of the same machine. ``get`` is for everyone.
    package func reached(_ change: (String) -> String) -> UploadSlot {
        var slot = self
        slot.put = change(put)
        return slot
    }

    package static func request(name: String, bytes: Int, type: String?) -> XMLElement {
        var attributes = ["filename": name, "size": String(bytes)]
        attributes["content-type"] = type
        return XMLElement("request", namespace: Namespace.upload, attributes: attributes)
    }

    /// - Parameter answer: the whole IQ. Returns `nil` if it has no HTTP addresses.
    package init?(_ answer: XMLElement) {
        guard let slot = answer.first("slot", in: Namespace.upload), let put = slot.first("put"),
            let putAddress = Self.address(put["url"]), let getAddress = Self.address(slot.first("get")?["url"])
        else { return nil }
        self.put = putAddress
        get = getAddress
        var headers: [String: String] = [:]
        for header in put.children("header") {
            guard let name = header["name"], Self.allowed.contains(name.lowercased()) else { continue }
            // A line feed would start another header.
            headers[name] = header.wholeText.filter { !$0.isNewline }
        }
        self.headers = headers
    }

    /// Returns the service's limit in bytes if the file exceeds it (XEP-0363, 6).
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
