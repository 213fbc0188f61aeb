package import Addresses
import Glibc
package import PlayCore

package struct HTTPHead: Sendable, Equatable {
    package let status: Int
    /// Names in lower case, in the received order; unverified text.
    package let fields: [Field]
    package let address: Address
    package let retryAfter: HostTime?

    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    init(status: Int, fields: [Field], address: Address, retryAfter: HostTime? = nil) {
        self.status = status
        self.fields = fields
        self.address = address
        self.retryAfter = retryAfter
    }

    /// Creates the head that a web server would send for a file of an FTP or SFTP server. `rest` is the number of bytes
    /// from the range's offset to the end of the file. `changed` is in seconds since 1970. `nil` or negative: unknown.
    init(ofFile range: ByteRange?, rest: Int64?, changed: Int64?, at address: Address, isBehindEnd: Bool) {
        let offset = range?.offset ?? 0
        var fields: [Field] = []
        // Up to the year 9999.
        if let changed, (0...253_402_300_799).contains(changed) {
            fields.append(Field(name: "last-modified", value: Self.date(changed)))
        }
        guard !isBehindEnd, rest != 0 || offset == 0 else {
            if !isBehindEnd { fields.append(Field(name: "content-range", value: "bytes */\(offset)")) }
            self.init(status: 416, fields: fields, address: address)
            return
        }
        // The server may report an impossible number.
        guard let rest, (0...Int64.max - offset).contains(rest) else {
            self.init(status: 200, fields: fields, address: address)
            return
        }
        let end = min(offset + rest, range?.end ?? .max)
        fields += [
            Field(name: "accept-ranges", value: "bytes"), Field(name: "content-length", value: "\(end - offset)"),
        ]
        if range != nil, rest > 0 {
            fields.append(Field(name: "content-range", value: "bytes \(offset)-\(end - 1)/\(offset + rest)"))
        }
        self.init(status: range == nil || rest == 0 ? 200 : 206, fields: fields, address: address)
    }

    /// Returns a date as in RFC 9110, 5.6.7, in English in every locale.
    private static func date(_ secondsSince1970: Int64) -> String {
        var (seconds, parts) = (time_t(secondsSince1970), tm())
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][Int(parts.tm_mon)]
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(day), \(two(parts.tm_mday)) \(month) \(1900 + parts.tm_year) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }

    package subscript(name: String) -> String? { fields.last { $0.name == name }?.value }

    /// Whether the body is compressed with a coding that ``UnaskedCoding`` decodes.
    var isPacked: Bool { ["gzip", "x-gzip", "deflate"].contains(self["content-encoding"]?.lowercased()) }

    var unpacked: HTTPHead {
        let sent: Set = ["content-encoding", "content-length", "content-range", "accept-ranges"]
        return HTTPHead(
            status: status == 206 ? 200 : status, fields: fields.filter { !sent.contains($0.name) }, address: address,
            retryAfter: retryAfter)
    }

    /// Bytes of the body as sent, or `nil` if unknown.
    package var contentLength: Int64? { self["content-length"].flatMap(Self.number) }

    /// The range of a partial response (RFC 9110, 14.4).
    package struct ContentRange: Sendable, Equatable {
        package let range: ByteRange?
        package let total: Int64?
    }

    package var contentRange: ContentRange? {
        guard let value = self["content-range"], value.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let total = Self.number(parts[1])
        if parts[0].trimmed == "*" { return ContentRange(range: nil, total: total) }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], last >= first, last < .max else { return nil }
        return ContentRange(range: ByteRange(offset: first, end: last + 1), total: total)
    }

    package var totalSize: Int64? { status == 200 ? contentLength : contentRange?.total }

    package var acceptsRanges: Bool { status == 206 || self["accept-ranges"]?.lowercased() == "bytes" }

    /// `video/mp4`, in lower case, without parameters. `nil` if it is missing or malformed.
    package var contentType: String? {
        self["content-type"]?.split(separator: ";").first.map { $0.trimmed.lowercased() }
    }

    package var validator: Validator {
        Validator(size: totalSize, entityTag: self["etag"], lastModified: self["last-modified"])
    }

    /// RFC 9111, 5.2.2.5.
    package var mayStore: Bool {
        !fields.contains { field in
            field.name == "cache-control"
                && field.value.lowercased().split(separator: ",").contains { $0.trimmed == "no-store" }
        }
    }

    package var isSuccess: Bool { (200...299).contains(status) }

    package var failure: ByteSourceError? {
        guard !isSuccess else { return nil }
        var error = ByteSourceError(.httpStatus(status), operation: "request", context: address.withoutSecrets)
        error.retryAfter = retryAfter
        return error
    }

    /// Accepts digits only, without sign or spaces.
    private static func number(_ text: some StringProtocol) -> Int64? {
        let text = text.trimmed
        return text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}

package struct Validator: Sendable, Equatable {
    package let size: Int64?
    package let entityTag: String?
    package let lastModified: String?

    /// Returns whether both may describe one version: no value differs.
    package func agrees(with other: Validator) -> Bool {
        func agree<Value: Equatable>(_ a: Value?, _ b: Value?) -> Bool { a == nil || b == nil || a == b }
        return agree(size, other.size) && agree(entityTag, other.entityTag) && agree(lastModified, other.lastModified)
    }

    /// For `If-Range`, where a weak tag is not allowed (RFC 9110, 13.1.5).
    package var strongTag: String? { entityTag.flatMap { $0.hasPrefix("\"") ? $0 : nil } }
}

extension StringProtocol {
    /// Without surrounding spaces, tabs and line ends. Examines bytes, because CR LF is one `Character`.
    var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        let rest = utf8.drop(while: isBlank)
        return String(decoding: rest.reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
}
