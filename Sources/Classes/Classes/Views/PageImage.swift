package import PlayCore

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
    /// Reads a picture of at most `side` pixels on its longer side. A local room's files are read in its `folder` only.
    func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage

    /// Cancels the read in progress and refuses all later ones.
    func cancel()
}
