import ClassRules
import Encoding
import PlayCore

/// The results of a class as a file, which never replaces another file. Blocks.
enum ReportFile {
    /// Writes JSON if the name ends in `.json`, otherwise CSV. Returns the path.
    ///
    /// - Parameters:
    ///   - path: a file or folder as the viewer typed it; `nil` for the folder of downloads.
    ///   - downloads: that folder; `nil` for the working folder.
    static func save(
        _ report: ClassReport, to path: String?, downloads: String? = UserFolder.downloads.own, at time: WallTime = .now
    ) throws(FileError) -> String {
        let path = path.map(expanded)
        // Only the viewer can read the file, because it says what people did.
        let mode: UInt32 = 0o600
        if let path, !UserFolder.exists(path) {
            try WholeFile.create(path, with: bytes(report, isJSON: path.lowercased().hasSuffix(".json")), mode: mode)
            return path
        }
        let folder = path ?? downloads
        let start = (folder.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "") + "class-report-\(time.text.prefix(10))"
        return try WholeFile.create(with: bytes(report, isJSON: false), mode: mode) { number in
            start + (number > 1 ? "-\(number)" : "") + ".csv"
        }
    }

    private static func bytes(_ report: ClassReport, isJSON: Bool) -> [UInt8] {
        // Spreadsheets recognise UTF-8 by this mark.
        isJSON ? report.json().bytes + [0x0A] : Array(("\u{FEFF}" + report.csv()).utf8)
    }

    private static func expanded(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = BaseFolder.absolute("HOME") else { return path }
        return home + path.dropFirst()
    }
}
