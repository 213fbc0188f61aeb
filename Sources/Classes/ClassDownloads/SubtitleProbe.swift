import Addresses
import PlayCore
import Transport

/// Finds `film.vtt` and `film.en.vtt` beside `film.mp4`. Requests each name, because a server cannot list a folder.
/// Checks the contents, because servers may answer a missing name with a page. Blocks.
struct SubtitleProbe {
    /// By likelihood. The first existing file counts for each language.
    private static let endings = ["vtt", "srt", "ass"]
    /// The bytes that identify the format.
    private static let headSize = 4096
    private static let languageLimit = 4

    struct Found: Equatable {
        let address: Address
        let language: String?
        let ending: String
    }

    let client: HTTPClient
    let cancel: CancelToken

    /// Returns no subtitles for a `film` with a query, from which no other names can be derived.
    ///
    /// - Throws: an error if the network fails, so that the failure does not pass for a missing file.
    func subtitles(beside film: Address, languages: [String]) throws(ByteSourceError) -> [Found] {
        let name = film.path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard film.query == nil, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return [] }
        let stem = String(name[..<dot])
        var found: [Found] = []
        for language in [nil] + languages.prefix(Self.languageLimit).map(Optional.some) {
            for ending in Self.endings {
                let text = "./" + stem + (language.map { "." + $0 } ?? "") + "." + ending
                guard let address = Address(text, relativeTo: film), address.isHTTP else { continue }
                guard try isThere(address, ending) else { continue }
                found.append(Found(address: address, language: language, ending: ending))
                break
            }
        }
        return found
    }

    private func isThere(_ address: Address, _ ending: String) throws(ByteSourceError) -> Bool {
        var request = HTTPRequest(address)
        request.range = ByteRange(offset: 0, end: Int64(Self.headSize))
        request.priority = .download
        let exchange = client.begin(request, cancel: cancel)
        defer { exchange.cancel() }
        guard try exchange.head().isSuccess else { return false }
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.headSize, alignment: 1)
        defer { room.deallocate() }
        var count = 0
        while count < Self.headSize {
            let new = try exchange.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
            guard new > 0 else { break }
            count += new
        }
        return Self.recognizes(Array(room.prefix(count)), ending)
    }

    /// Recognizes a format by its first bytes, in UTF-8, UTF-16 or any superset of ASCII.
    static func recognizes(_ bytes: [UInt8], _ ending: String) -> Bool {
        let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
        switch ending {
        case "vtt": return text.drop { $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }.hasPrefix("WEBVTT")
        case "srt": return text.contains("-->") && !text.contains("<html")
        default: return text.contains("[Script Info]")
        }
    }
}
