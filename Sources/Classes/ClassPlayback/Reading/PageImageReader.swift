package import Classes
import Media
import MediaSources
package import PDFPages
import PlayCore
import Playlists

/// Reads pictures in any format of FFmpeg from files and addresses, and pages of PDF files of a local class.
package struct PageImageReader: PageImageReading {
    private let access: any MediaAccess
    private let token = CancelToken()

    private let tools: PDFTools

    package init(_ access: any MediaAccess, tools: PDFTools = PDFTools()) {
        self.access = access
        self.tools = tools
    }

    package func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage {
        let shown = AddressText.shown(location)
        if let folder, let page = PDFPage(location) { return try picture(of: page, within: side, folder: folder) }
        if let folder, !location.hasPrefix("http"), !FileSystemAccess.isInside(location, of: folder) {
            throw ClassReadError(ByteSourceError(.notFound, operation: "open", context: shown), in: location)
        }
        let source: any ByteSource
        do throws(ByteSourceError) {
            source = try access.open(location, cancel: token, keeps: true)
        } catch {
            throw ClassReadError(error, in: location)
        }
        return try decoded(source, shown, within: side)
    }

    private func picture(of page: PDFPage, within side: Int, folder: String) throws(ClassReadError) -> PageImage {
        guard FileSystemAccess.exists(page.path), FileSystemAccess.isInside(page.path, of: folder) else {
            throw ClassReadError(ByteSourceError(.notFound, operation: "open", context: page.path), in: page.path)
        }
        do throws(PDFProblem) {
            let pixels = try tools.pixels(page.path, page: page.page, longSide: side, cancel: token)
            return PageImage(pixels: pixels, aspect: Double(pixels.width) / Double(pixels.height))
        } catch {
            throw .malformed(error.words, in: page.path)
        }
    }

    package func cancel() { token.cancel() }

    private func decoded(_ source: any ByteSource, _ shown: String, within side: Int) throws(ClassReadError)
        -> PageImage
    {
        let frame: VideoFrame?
        do throws(MediaError) {
            frame = try StillPicture.decode(source, name: shown, cancel: token)
        } catch {
            throw .malformed(error.reason, in: shown)
        }
        guard let frame else { throw .malformed("not a picture", in: shown) }
        let longer = min(side, max(frame.width, frame.height))
        do throws(MediaError) {
            return PageImage(
                pixels: try StillPicture.fitted(frame, within: longer, longer), aspect: frame.displayAspect)
        } catch {
            throw .malformed(error.reason, in: shown)
        }
    }
}
