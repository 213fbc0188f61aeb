import Addresses
import ByteCaches
import DownloadModel
import PlayCore
import Transport

/// Recognizes pages in place of a file, such as a network's login page or an error with status 200. They are no version
/// of the file, so the loaded bytes are kept.
package enum SubstitutePage {
    /// Files with these extensions are downloaded unchanged and are never pages.
    package static let endings: Set<String> = [
        "mp4", "m4v", "m4a", "mov", "mkv", "webm", "ts", "m2ts", "mpg", "mpeg", "avi", "flv", "wmv", "mp3", "aac",
        "ogg", "oga", "ogv", "opus", "flac", "wav", "m3u8", "mpd", "bin", "iso", "zip",
        "jpg", "jpeg", "png", "webp", "gif", "pdf",
    ]
    /// First bytes that identify a page.
    static let headSize = 512
    /// In bytes. A smaller response is no other version of a large file.
    private static let smallest: Int64 = 64 << 10
    private static let pageTypes: Set<String> = ["text/html", "application/xhtml+xml"]
    private static let starts = ["<!doctype html", "<html", "<head", "<body", "<script"].map { Array($0.utf8) }

    /// - Parameter type: the media type, if the file is no text. A film that is sent as `text/html` is still a film.
    static func isPage(_ bytes: some Collection<UInt8>, type: String? = nil) -> Bool {
        let bytes = Array(bytes.prefix(headSize))
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let first = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(16)
        let start = first.map { (byte: UInt8) -> UInt8 in (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
        if starts.contains(where: { start.starts(with: $0) }) { return true }
        let isText = bytes.allSatisfy { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
        return isText && !bytes.isEmpty && type.map(pageTypes.contains) == true
    }

    /// Whether a response with the file's beginning is a page, although its address does not look like one.
    static func isPage(_ bytes: [UInt8], _ head: HTTPHead, at address: Address) -> Bool {
        guard let ending = address.pathExtension, endings.contains(ending) else { return false }
        return isPage(bytes, type: head.contentType)
    }

    /// Whether a response of another version is no version of the file at all.
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
