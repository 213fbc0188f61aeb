package import PlayCore
import Processes

/// Poppler's programs, which may be missing. Time, memory and output of each are bounded. Calls block; any thread.
package struct PDFTools: Sendable {
    /// With a final slash; empty for `PATH`.
    private let folder: String

    private static let time = HostTime.seconds(60)
    /// Address space in bytes. A page of 4,096 pixels takes 200 MB.
    private static let memoryBytes = 1 << 30
    private static let textBytes = 16 << 20
    private static let pictureBytes = 64 << 20

    package init(folder: String = "") { self.folder = folder }

    package func pageCount(_ path: String, cancel: CancelToken) throws(PDFProblem) -> Int {
        let lines = String(
            decoding: try run(["pdfinfo"], path, bytes: 64 << 10, cancel), as: UTF8.self
        ).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("Pages:") }?.split(separator: " ")
        guard let count = words?.last.flatMap({ Int($0) }), count > 0 else {
            throw PDFProblem(words: tr("the document has no pages"))
        }
        return count
    }

    /// Pages count from 1. `longSide` is in pixels, `limit` in bytes.
    package func png(
        _ path: String, page: Int, longSide: Int, limit: Int, cancel: CancelToken
    ) throws(PDFProblem) -> [UInt8] {
        try run(Self.page(page, longSide) + ["-png"], path, bytes: limit, cancel)
    }

    /// Pages count from 1.
    package func pixels(
        _ path: String, page: Int, longSide: Int, cancel: CancelToken
    ) throws(PDFProblem) -> PixelBuffer {
        let bytes = try run(Self.page(page, longSide), path, bytes: Self.pictureBytes, cancel)
        guard let picture = Self.pixels(ofPPM: bytes, longSide: longSide) else {
            throw PDFProblem(words: tr("the document has no such page"))
        }
        return picture
    }

    /// Returns the words of each page, in order; unverified text.
    ///
    /// - Parameter keepsLayout: whether blanks and lines are those of the page, as in tables.
    package func texts(
        _ path: String, keepsLayout: Bool = false, cancel: CancelToken
    ) throws(PDFProblem) -> [String] {
        let layout = keepsLayout ? ["-layout"] : []
        let bytes = try run(["pdftotext"] + layout + ["-enc", "UTF-8"], path, ["-"], bytes: Self.textBytes, cancel)
        // A form feed ends each page.
        return bytes.split(separator: 0x0C, omittingEmptySubsequences: false).dropLast().map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func page(_ number: Int, _ longSide: Int) -> [String] {
        ["pdftoppm", "-scale-to", "\(longSide)", "-f", "\(number)", "-l", "\(number)"]
    }

    /// Reads `P6`, width, height and 255, then three bytes a pixel.
    private static func pixels(ofPPM bytes: [UInt8], longSide: Int) -> PixelBuffer? {
        let head = bytes.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: false) { $0 == 0x20 || $0 == 0x0A }
        guard head.count == 5, head[0].elementsEqual("P6".utf8), head[3].elementsEqual("255".utf8),
            let width = Int(String(decoding: head[1], as: UTF8.self)), (1...longSide).contains(width),
            let height = Int(String(decoding: head[2], as: UTF8.self)), (1...longSide).contains(height),
            bytes.count - head[4].startIndex == width * height * 3
        else { return nil }
        let start = head[4].startIndex
        return PixelBuffer(width: width, height: height) { pixels in
            for pixel in 0..<width * height {
                for part in 0..<3 { pixels[pixel * 4 + part] = bytes[start + pixel * 3 + part] }
                pixels[pixel * 4 + 3] = 255
            }
        }
    }

    private func run(
        _ words: [String], _ path: String, _ last: [String] = [], bytes: Int, _ cancel: CancelToken
    ) throws(PDFProblem) -> [UInt8] {
        // The absolute form or `./` prevents that a program reads the name as an option.
        let file = path.hasPrefix("/") ? path : "./" + path
        let limits = ProgramRun.Limits(time: Self.time, outputBytes: bytes, memoryBytes: Self.memoryBytes)
        let result: ProgramRun.Result
        do throws(ProgramError) {
            result = try ProgramRun.run(
                [folder + words[0]] + words.dropFirst() + [file] + last, limits: limits, cancel: cancel)
        } catch {
            throw PDFProblem(error)
        }
        guard result.status == 0 else {
            let said = String(decoding: result.messages, as: UTF8.self).split(separator: "\n").last ?? ""
            throw PDFProblem(words: tr("the document cannot be read: %1", String(said)))
        }
        return result.output
    }
}

/// In the viewer's language; unverified text.
package struct PDFProblem: Error, Equatable {
    package let words: String

    init(words: String) { self.words = words }

    fileprivate init(_ error: ProgramError) {
        guard case .notStarted = error.cause else {
            words = error.description
            return
        }
        words = tr("PDF needs poppler's tools: install poppler-utils (%1)", error.description)
    }
}
