import Foundation
import PDFPages
import PlayCore
import TestSupport
import Testing

/// Uses scripts named like poppler's programs, with the output of version 22.12.
@Suite("Pages of a PDF", .timeLimit(.minutes(2)))
struct PDFToolsTests {
    private let folder: URL
    private let cancel = CancelToken()

    init() throws { folder = try BuiltProgram.temporaryFolder() }

    /// - Parameter programs: The shell lines of each program, by name.
    private func tools(_ programs: [String: String]) throws -> PDFTools {
        for (name, lines) in programs {
            let path = folder.appendingPathComponent(name).path
            // Another process writes the file: a child of another test, forked meanwhile, would hold it open for writing.
            let write = #"printf '#!/bin/sh\n%s\n' "$1" >"$0" && chmod 755 "$0""#
            try expect(BuiltProgram.run("/bin/sh", ["-c", write, path, lines]).status, is: 0)
        }
        return PDFTools(folder: folder.path + "/")
    }

    @Test("pages are counted, drawn in the requested size, and read page by page")
    func pages() throws {
        defer { BuiltProgram.remove(folder) }
        let tools = try tools([
            "pdfinfo": #"test "$1" = ./-x.pdf && printf 'Title: a\nPages:          3\nEncrypted: no\n'"#,
            "pdftoppm": #"test "$*" = "-scale-to 2 -f 3 -l 3 ./-x.pdf" && printf 'P6\n2 1\n255\nabcdef'"#,
            "pdftotext": #"test "$*" = "-enc UTF-8 ./-x.pdf -" && printf 'one\n\f\fthree\n\f'"#,
        ])
        try expect(tools.pageCount("-x.pdf", cancel: cancel), is: 3)
        let page = try tools.pixels("-x.pdf", page: 3, longSide: 2, cancel: cancel)
        #expect(page.width == 2 && page.height == 1)
        expect(page.withBytes { Array($0) }, is: Array("abc".utf8) + [255] + Array("def".utf8) + [255])
        try expect(tools.texts("-x.pdf", cancel: cancel), is: ["one\n", "", "three\n"])
    }

    @Test("words are read with the layout of the page on request")
    func layout() throws {
        defer { BuiltProgram.remove(folder) }
        let tools = try tools(["pdftotext": #"test "$*" = "-layout -enc UTF-8 /x.pdf -" && printf 'a   b\n\f'"#])
        try expect(tools.texts("/x.pdf", keepsLayout: true, cancel: cancel), is: ["a   b\n"])
    }

    @Test(
        "a picture that does not match the request is refused",
        arguments: [
            "", "P6", "P6\\n3 1\\n255\\nabcdefghi", "P6\\n2 1\\n255\\nabcde", "P5\\n2 1\\n255\\nab",
            "P6\\n-2 1\\n255\\n",
        ])
    func wrongPicture(output: String) throws {
        defer { BuiltProgram.remove(folder) }
        let tools = try tools(["pdftoppm": "printf '\(output)'"])
        #expect(throws: PDFProblem.self) { try tools.pixels("a.pdf", page: 1, longSide: 2, cancel: cancel) }
    }

    @Test("each failure has its own message: a missing program, a failed program, and too much output")
    func problems() throws {
        defer { BuiltProgram.remove(folder) }
        func words(_ body: () throws -> Void) -> String {
            do {
                try body()
                return ""
            } catch {
                return (error as? PDFProblem)?.words ?? "\(error)"
            }
        }
        let tools = try tools([
            "pdftotext": "echo 'Syntax Error: Couldnt find trailer' >&2; exit 1", "pdftoppm": "cat /dev/zero",
        ])
        #expect(words { _ = try tools.pageCount("a.pdf", cancel: cancel) }.contains("install poppler-utils"))
        #expect(words { _ = try tools.texts("a.pdf", cancel: cancel) }.contains("Couldnt find trailer"))
        #expect(
            words { _ = try tools.png("a.pdf", page: 1, longSide: 2, limit: 9, cancel: cancel) }
                .contains("printed too much"))
    }
}
