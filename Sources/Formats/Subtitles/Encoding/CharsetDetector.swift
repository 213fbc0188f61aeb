internal import CUchardet
import PlayCore

/// Detects the encoding of bytes with uchardet. Any thread.
enum CharsetDetector {
    /// Bytes to examine, far more than the statistics of a language need.
    private static let sampleSize = 1 << 20

    /// Returns iconv's name, or `nil` if no encoding fits.
    static func detect(_ bytes: [UInt8]) -> String? {
        guard let detector = uchardet_new() else { return nil }
        defer { uchardet_delete(detector) }
        let sample = textOnly(bytes.prefix(sampleSize))
        let result = sample.withUnsafeBytes { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return 1 }
            return uchardet_handle_data(detector, base.assumingMemoryBound(to: CChar.self), buffer.count)
        }
        guard result == 0 else { return nil }
        uchardet_data_end(detector)
        guard let name = uchardet_get_charset(detector) else { return nil }
        // Valid UTF-8 is recognised before: uchardet reports it for a few bytes of anything else, too.
        let reported = String(cString: name)
        let found = reported == "UTF-8" ? "" : reported
        // Text in Cyrillic and other single-byte scripts can contain valid pairs of East Asian encodings.
        if found.isEmpty || latin.contains(found) {
            let least = hasForeignWord(sample) ? 2 : 3
            // Without a result every fourth character may be a rare one, such as the interjections of short lines.
            let share = found.isEmpty ? 4 : 6
            if let eastern = chinese(bytes, least: least, share) ?? extended(sample) { return eastern }
        }
        if nonLatin.contains(found), let chinese = chinese(bytes, least: 2, 4), !hasPlausibleWords(sample, in: found) {
            return chinese
        }
        return reported.isEmpty || found == "ASCII" ? nil : extended[reported] ?? reported
    }

    /// The usual encodings of such files: Windows extended the standards and kept their names.
    private static let extended = [
        "SHIFT_JIS": "CP932", "EUC-KR": "CP949", "ISO-8859-1": "WINDOWS-1252", "GB2312": "GB18030", "GBK": "GB18030",
    ]

    static let latin: Set<String> = [
        "ASCII", "ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-9", "ISO-8859-10", "ISO-8859-13",
        "ISO-8859-15", "ISO-8859-16", "WINDOWS-1250", "WINDOWS-1252", "WINDOWS-1257", "WINDOWS-1258", "IBM852",
        "MAC-CENTRALEUROPE", "VISCII",
    ]

    /// Single-byte scripts that uchardet reports for short Chinese text.
    private static let nonLatin: Set<String> = [
        "WINDOWS-1251", "KOI8-R", "ISO-8859-5", "MAC-CYRILLIC", "IBM855", "IBM866", "WINDOWS-1253", "ISO-8859-7",
        "TIS-620", "ISO-8859-11", "WINDOWS-1255", "ISO-8859-8", "WINDOWS-1256", "ISO-8859-6",
    ]

    /// Returns whether words look natural. Chinese decoded as another script has capitals, digits and symbols within
    /// words.
    private static func hasPlausibleWords(_ sample: [UInt8], in name: String) -> Bool {
        guard let recoding = Recoding(sample, from: name), recoding.faultCount == 0 else { return false }
        var isAfterLower = false
        for scalar in String(decoding: recoding.bytes, as: UTF8.self).unicodeScalars {
            let isMark = scalar.properties.generalCategory == .nonspacingMark
            if !scalar.isASCII, !scalar.properties.isAlphabetic, !isMark { return false }
            // Thai has given up these two letters, whose bytes begin the full stop and the comma of Chinese.
            if [0x0E03, 0x0E05].contains(scalar.value) { return false }
            if isAfterLower, scalar.properties.isUppercase { return false }
            isAfterLower = scalar.properties.isLowercase
        }
        return true
    }

    /// Returns whether four bytes in a row are not ASCII. Words of Latin scripts have no such row, except one letter
    /// repeated.
    private static func hasForeignWord(_ sample: [UInt8]) -> Bool {
        sample.split { $0 < 0x80 }.contains { $0.count >= 4 && Set($0).count > 1 }
    }

    /// Removes lines of digits and arrows, which make up most of a short file and are the same in every language.
    private static func textOnly(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var reader = LineReader(bytes)
        var text: [UInt8] = []
        while let line = reader.next() {
            if line.contains(where: { $0 >= 0x80 }) { text += line + [0x0A] }
        }
        return text
    }

    /// Recognises a few Chinese characters, for which uchardet reports a single-byte encoding or none. GB 18030 pairs
    /// bytes so strictly that all bytes pair to common characters only in Chinese text.
    ///
    /// - Parameter share: at most one character of so many may be a rare one.
    private static func chinese(_ bytes: [UInt8], least: Int, _ share: Int) -> String? {
        guard let found = ChineseBytes.count(bytes) else { return nil }
        return found.pairs >= least && found.rare * share <= found.pairs ? "GB18030" : nil
    }

    /// Recognises Japanese and Korean encodings that Windows extended, which uchardet rejects at the first added
    /// character. The larger encoding is right if it decodes without errors to mostly kana or Hangul.
    private static func extended(_ sample: [UInt8]) -> String? {
        if share(of: 0x3041...0x30FF, in: sample, from: "CP932") >= 0.3 { return "CP932" }
        if share(of: 0xAC00...0xD7A3, in: sample, from: "CP949") >= 0.7 { return "CP949" }
        return nil
    }

    /// Returns the share of non-ASCII characters in a range, 0 … 1. Returns 0 if the bytes are invalid in the encoding.
    private static func share(of range: ClosedRange<UInt32>, in sample: [UInt8], from name: String) -> Double {
        guard let recoding = Recoding(sample, from: name), recoding.faultCount == 0 else { return 0 }
        var (inside, all) = (0, 0)
        for scalar in String(decoding: recoding.bytes, as: UTF8.self).unicodeScalars where !scalar.isASCII {
            all += 1
            if range.contains(scalar.value) { inside += 1 }
        }
        return all < 3 ? 0 : Double(inside) / Double(all)
    }
}
