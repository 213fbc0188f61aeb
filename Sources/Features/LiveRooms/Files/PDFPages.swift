import ClassRules
import Localization
import PlayCore
import Processes

/// Pages of a PDF as pictures, by poppler's tools (`pdfinfo`, `pdftoppm`).
enum PDFPages {
    /// Pixels of the longer side: what a large screen shows of a page.
    private static let longSide = 1600

    /// Blocks; a page takes some tenths of a second.
    static func pictures(_ path: String, cancel: CancelToken) throws(FileProblem) -> [[UInt8]] {
        // Never an option, whatever it is called.
        let file = path.hasPrefix("/") ? path : "./" + path
        let limits = ProgramRun.Limits(time: .seconds(60), outputBytes: 64 << 10)
        let information = try run(["pdfinfo", file], limits, cancel)
        let lines = String(decoding: information, as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("Pages:") }?.split(separator: " ")
        guard let count = words?.last.flatMap({ Int($0) }), count > 0 else {
            throw FileProblem(words: tr("the document has no pages"))
        }
        guard count <= ClassLimits.pages else {
            throw FileProblem(words: tr("a document has at most %1 pages", "\(ClassLimits.pages)"))
        }
        var pages: [[UInt8]] = []
        for number in 1...count {
            let page = ProgramRun.Limits(time: .seconds(60), outputBytes: PreparedFile.sizeLimit)
            pages.append(
                try run(
                    [
                        "pdftoppm", "-png", "-scale-to", "\(longSide)", "-f", "\(number)", "-l", "\(number)", file,
                    ], page, cancel))
        }
        return pages
    }

    private static func run(
        _ words: [String], _ limits: ProgramRun.Limits, _ cancel: CancelToken
    ) throws(FileProblem) -> [UInt8] {
        do {
            let result = try ProgramRun.run(words, limits: limits, cancel: cancel)
            guard result.status == 0 else {
                let said = String(decoding: result.messages, as: UTF8.self).split(separator: "\n").last ?? ""
                throw FileProblem(words: tr("the document cannot be read: %1", String(said)))
            }
            return result.output
        } catch let error as FileProblem {
            throw error
        } catch let error as ProgramError {
            guard case .notStarted = error.cause else { throw FileProblem(words: error.description) }
            throw FileProblem(words: tr("PDF needs poppler's tools: install poppler-utils (%1)", error.description))
        } catch {
            throw FileProblem(words: "\(error)")
        }
    }
}
