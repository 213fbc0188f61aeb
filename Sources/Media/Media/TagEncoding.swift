internal import CFFmpeg
package import PlayCore
internal import Subtitles

/// The encoding of a container's tags: UTF-8, or one detected in tags of old taggers.
package struct TagEncoding {
    /// `--metadata-codepage`, an iconv name, or `nil` to detect it. Set before the first container is opened.
    package static let codePage = Monitor<String?>(nil)

    private let ofBytes: String?
    /// The encoding of text that FFmpeg read as Latin-1, ID3's default for all but Unicode. `nil` for Latin-1.
    private let ofLatin: String?

    /// Examines all tags together, because the title alone may have only two characters.
    init(of context: UnsafeMutablePointer<AVFormatContext>) {
        var values = Self.values(of: context.pointee.metadata)
        for index in 0..<Int(context.pointee.nb_streams) {
            values += Self.values(of: context.pointee.streams[index]?.pointee.metadata)
        }
        for index in 0..<Int(context.pointee.nb_chapters) {
            values += Self.values(of: context.pointee.chapters[index]?.pointee.metadata)
        }
        let name = context.pointee.iformat.flatMap { $0.pointee.name }.map { String(cString: $0) } ?? ""
        self.init(values, mayHoldID3: Self.withID3.contains(name), codePage: Self.codePage.withLock { $0 })
    }

    init(_ values: [[UInt8]], mayHoldID3: Bool, codePage: String?) {
        let wanted = codePage.flatMap { $0 == "auto" ? nil : $0 }
        let bytes = values.filter { String(validating: $0, as: UTF8.self) == nil }
        ofBytes = bytes.isEmpty ? nil : wanted ?? TextDecoding(Array(bytes.joined(separator: [0x0A]))).encoding
        let latin = mayHoldID3 ? values.compactMap(Self.latin) : []
        ofLatin = latin.isEmpty ? nil : wanted ?? Self.encoding(ofLatin: Array(latin.joined(separator: [0x0A])))
    }

    /// Returns unverified text.
    func text(_ bytes: [UInt8]) -> String {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            return String(decoding: TextDecoding(bytes, codePage: ofBytes).text, as: UTF8.self)
        }
        guard let ofLatin, let latin = Self.latin(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: TextDecoding(latin, codePage: ofLatin).text, as: UTF8.self)
    }

    /// FFmpeg's names of formats that may contain ID3 at the beginning or the end.
    private static let withID3: Set<String> = ["aac", "aiff", "ape", "dsf", "mp3", "oma", "tta", "wav"]

    /// Returns the original bytes of text that FFmpeg read as Latin-1, or `nil` if it is ASCII or has other characters.
    private static func latin(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.contains(where: { $0 >= 0x80 }), let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value <= 0xFF })
        else { return nil }
        return text.unicodeScalars.map { UInt8($0.value) }
    }

    /// Returns another encoding if most letters are beyond ASCII: Latin text has only a few accents.
    private static func encoding(ofLatin bytes: [UInt8]) -> String? {
        let decoding = TextDecoding(bytes)
        let high = bytes.count { $0 >= 0x80 }
        let letters = bytes.count { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xDF && $0 < 0x80 }
        let isLatin = decoding.isBroken || decoding.isLatin
        guard !isLatin, decoding.encoding == "UTF-8" || decoding.isEastAsian || high > letters else { return nil }
        return decoding.encoding
    }

    private static func values(of dictionary: OpaquePointer?) -> [[UInt8]] {
        var values: [[UInt8]] = []
        var entry: UnsafeMutablePointer<AVDictionaryEntry>?
        while let next = av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
            entry = next
            if let value = next.pointee.value { values.append(bytes(value)) }
        }
        return values
    }

    static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var place = text
        while place.pointee != 0 {
            bytes.append(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return bytes
    }
}
