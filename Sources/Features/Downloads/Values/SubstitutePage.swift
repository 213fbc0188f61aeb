import Addresses
import ByteCaches
import DownloadModel
import PlayCore
import Transport

/// Recognizes pages in place of a file: a network's login page, an error with status 200. Loaded bytes are kept.
package enum SubstitutePage {
    /// Files with these extensions are downloaded unchanged and are never pages.
    package static let endings: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "mkv", "webm", "ts", "m2ts", "mpg", "mpeg", "avi", "flv", "wmv", "mp3", "aac",
        "ogg", "oga", "ogv", "opus", "flac", "wav", "m3u8", "mpd", "bin", "iso", "zip",
        "jpg", "jpeg", "png", "webp", "gif", "pdf",
    ]
    static let headSize = 512
    /// In bytes. A smaller response is no other version of a large file.
    private static let smallest: Int64 = 64 << 10
    /// Files with these extensions begin with bytes that are no text.
    private static let binary = endings.subtracting(["m3u8", "mpd", "bin", "iso", "pdf"])
    /// Some servers send messages about errors of these types with status 200.
    private static let messageTypes: Set<String> = [
        "application/json", "application/problem+json", "application/xml", "text/xml", "text/plain",
    ]
    private static let pageTypes: Set<String> = ["text/html", "application/xhtml+xml"]
    private static let starts = ["<!doctype html", "<html", "<head", "<body", "<script"].map { Array($0.utf8) }

    /// - Parameter type: the media type, if the file is no text. A film that is sent as `text/html` is still a film.
    static func isPage(_ bytes: some Collection<UInt8>, type: String? = nil) -> Bool {
        let bytes = Array(bytes.prefix(headSize))
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(16)
        let start = first.map { (byte: UInt8) -> UInt8 in (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
        if starts.contains(where: { start.starts(with: $0) }) { return true }
        return isText(bytes) && type.map(pageTypes.contains) == true
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Examines the file's beginning, for an address that does not look like a page.
    static func isPage(_ bytes: [UInt8], _ head: HTTPHead, at address: Address) -> Bool {
        guard let ending = address.pathExtension, endings.contains(ending) else { return false }
        if isPage(bytes, type: head.contentType) { return true }
        return binary.contains(ending) && isMessage(Array(bytes.prefix(headSize)), head.contentType)
    }

    /// Returns whether the address names a file that is never empty.
    static func isMedia(_ address: Address) -> Bool { address.pathExtension.map(binary.contains) == true }

    private static func isMessage(_ bytes: [UInt8], _ type: String?) -> Bool {
        isText(bytes) && (type.map(messageTypes.contains) == true || bytes.starts(with: Array("<?xml".utf8)))
    }

    /// Returns whether a response of another version is no version of the file at all.
    static func replaces(_ length: Int64?, _ head: HTTPHead) -> Bool {
        if let type = head.contentType, pageTypes.contains(type) || type == "application/json" { return true }
        guard let length, let size = head.totalSize else { return false }
        return size <= smallest && size < length / 10
    }
}

/// Recognizes files that describe their content instead of containing it.
enum ListingFile {
    static func kind(_ bytes: [UInt8], _ head: HTTPHead) -> String? {
        if head.contentType == "application/x-bittorrent" || bytes.starts(with: Array("d8:announce".utf8)) {
            return "torrent"
        }
        let text = String(decoding: bytes.prefix(SubstitutePage.headSize), as: UTF8.self)
        let names = ["urn:ietf:params:xml:ns:metalink", "metalinker.org"]
        return text.contains("<metalink") && names.contains(where: text.contains) ? "metalink" : nil
    }
}

extension ByteSourceError {
    private static let page = "a web page instead of the file"

    /// Returns an error like that of an unreachable network, since the obstacle is temporary.
    static func page(at address: Address) -> ByteSourceError {
        var error = ByteSourceError(.unreachable, operation: "download", context: address.withoutSecrets)
        error.detail = page
        return error
    }

    var isPage: Bool { code == .unreachable && detail == Self.page }

    private static let listing = "a listing: "

    static func listing(_ kind: String, at address: Address) -> ByteSourceError {
        var error = ByteSourceError(.invalidReply, operation: "download", context: address.withoutSecrets)
        error.detail = listing + kind
        return error
    }

    var problem: DownloadProblem {
        if isPage { return DownloadProblem(.page) }
        return detail.hasPrefix(Self.listing)
            ? DownloadProblem(.listing, detail: String(detail.dropFirst(Self.listing.count))) : DownloadProblem(self)
    }
}
