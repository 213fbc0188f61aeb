package import PlayCore

/// The decoded picture of a page.
package struct PageImage: Sendable {
    package let pixels: PixelBuffer
    /// The width divided by the height, as displayed.
    package let aspect: Double

    package init(pixels: PixelBuffer, aspect: Double) {
        self.pixels = pixels
        self.aspect = aspect
    }
}

/// A reader for the pictures that pages name. Calls block and may come from any thread.
package protocol PageImageReading: Sendable {
    /// - Parameters:
    ///   - side: the maximum number of pixels of the longer side.
    ///   - folder: the folder of a local room, outside of which no local file is read; `nil` if the room is on a
    ///     server.
    func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage

    /// Cancels the read in progress and refuses all later ones.
    func cancel()
}
