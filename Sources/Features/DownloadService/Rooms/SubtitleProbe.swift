import Addresses
import PlayCore
import Transport

/// Subtitles beside a film on its server, by the names under which a player looks for them in a folder: `film.vtt` and
/// `film.en.vtt` beside `film.mp4`. A server cannot be asked what lies in a folder, so that each name is asked for: what is
/// no subtitle file (servers answer with a page where there is nothing) is none. A worker's thread; blocks.
struct SubtitleProbe {
    /// The likeliest first; of one language the first that is there counts.
    private static let endings = ["vtt", "srt", "ass"]
    /// Bytes that tell what it is.
    private static let headSize = 4096
    /// Languages that are asked for at most.
    private static let languageLimit = 4

    struct Found: Equatable {
        let address: Address
        /// Nil: the name does not say it.
        let language: String?
        let ending: String
    }

    let client: HTTPClient
    let cancel: CancelToken

    /// - Parameters:
    ///   - film: with a query it is an address of this one file only, and nothing can be told from it.
    ///   - languages: as they were wished for.
    /// - Throws: when the network fails, so that nobody takes it for an absence.
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

    /// By its first bytes, in UTF-8, UTF-16 or any encoding that has ASCII.
    static func recognizes(_ bytes: [UInt8], _ ending: String) -> Bool {
        let text = String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self)
        switch ending {
        case "vtt": return text.drop { $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }.hasPrefix("WEBVTT")
        case "srt": return text.contains("-->") && !text.contains("<html")
        default: return text.contains("[Script Info]")
        }
    }
}
