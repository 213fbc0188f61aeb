internal import CCurl

/// An absolute address, parsed by the library that sends the request, so our checks see what is sent. Any thread.
package struct Address: Sendable, Hashable {
    /// The whole address as it is requested, without its fragment: ASCII, with spaces and the like percent-encoded.
    package let text: String
    /// In lower case: "https".
    package let scheme: String
    /// In lower case, IPv6 addresses in brackets; empty if the scheme has none.
    package let host: String
    /// As written, or `nil` for the scheme's default.
    package let port: Int?
    /// Percent-encoded, with a leading slash if there is a host.
    package let path: String
    /// Percent-encoded, without the question mark, or `nil` if there is none.
    package let query: String?
    package let hasUser: Bool
    /// The only accepted key of the server, from the fragment `#sha256=…`. `nil` if certificates decide.
    package private(set) var serverKey: ServerKey?

    /// In bytes. Most servers accept 8 KB, but signed addresses are longer.
    package static let maximumLength = 64 << 10

    /// Returns `nil` for a path, a word, and text that is too long or contains control characters.
    package init?(_ text: String) { self.init(text, base: nil) }

    /// Resolves `reference` in a document found at `base` (RFC 3986, section 5).
    package init?(_ reference: String, relativeTo base: Address) {
        // An empty reference is the document itself (RFC 3986, 5.2.2), but libcurl calls it malformed.
        if reference.isEmpty || reference.hasPrefix("#") {
            self = base
        } else {
            self.init(reference, base: base.text)
            // A document cannot name a key; its addresses on its own server inherit that server's key.
            serverKey = host == base.host ? base.serverKey : nil
        }
    }

    private init?(_ text: String, base: String?) {
        guard text.utf8.count <= Self.maximumLength, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            let parts = AddressParts(base: base)
        else { return nil }
        guard parts.set(text), let scheme = parts[CURLUPART_SCHEME] else { return nil }
        let fragment = parts[CURLUPART_FRAGMENT]
        parts.removeFragment()
        let host = (parts[CURLUPART_HOST] ?? "").lowercased()
        if !host.isEmpty { parts.replaceHost(host) }
        guard let whole = parts[CURLUPART_URL] else { return nil }
        self.text = whole
        self.scheme = scheme.lowercased()
        self.host = host
        port = parts[CURLUPART_PORT].flatMap { Int($0) }
        path = parts[CURLUPART_PATH] ?? ""
        query = parts[CURLUPART_QUERY]
        hasUser = parts[CURLUPART_USER] != nil || parts[CURLUPART_PASSWORD] != nil
        serverKey = fragment.flatMap { ServerKey(fragment: $0) }
    }

    package var textWithKey: String { text + (serverKey.map { "#" + $0.fragment } ?? "") }

    package var isHTTP: Bool { scheme == "http" || scheme == "https" }

    package var isOfFileServer: Bool { ["ftp", "ftps", "sftp"].contains(scheme) }

    package var isFetched: Bool { isHTTP || isOfFileServer }

    private static let usualPorts = ["http": 80, "https": 443, "ftp": 21, "ftps": 990, "sftp": 22]

    /// The unit of cookies, connections and trust.
    package var origin: String { "\(scheme)://\(host):\(port ?? Self.usualPorts[scheme] ?? 80)" }

    package var withoutSecrets: String {
        let place = port.map { ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(place)\(path)" + (query == nil ? "" : "?…")
    }

    /// In lower case, without the query; `nil` unless it consists of at most 8 letters and digits.
    package var pathExtension: String? {
        guard let name = path.split(separator: "/", omittingEmptySubsequences: false).last,
            let dot = name.lastIndex(of: ".")
        else { return nil }
        let word = name[name.index(after: dot)...]
        let isPlain = word.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) }
        return !word.isEmpty && word.utf8.count <= 8 && isPlain ? word.lowercased() : nil
    }
}

final class AddressParts {
    private let curl: UnsafePointer<tv_curl>
    private let handle: OpaquePointer

    init?(base: String?) {
        guard let curl = CurlLibrary.shared?.functions, let handle = curl.pointee.curl_url() else { return nil }
        self.curl = curl
        self.handle = handle
        if let base, !set(base) { return nil }
    }

    deinit { curl.pointee.curl_url_cleanup(handle) }

    func set(_ text: String) -> Bool {
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE)
        return curl.pointee.curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
    }

    func removeFragment() { _ = curl.pointee.curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0) }

    func replaceHost(_ host: String) { _ = curl.pointee.curl_url_set(handle, CURLUPART_HOST, host, 0) }

    subscript(part: CURLUPart) -> String? { value(of: part, flags: 0) }

    /// The decoded path, or `nil` if an escape represents a control character.
    var decodedPath: String? { value(of: CURLUPART_PATH, flags: UInt32(CURLU_URLDECODE)) }

    private func value(of part: CURLUPart, flags: UInt32) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl.pointee.curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl.pointee.curl_free(text) }
        return String(cString: text)
    }
}
