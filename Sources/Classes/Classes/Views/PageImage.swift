package import PlayCore

package struct PageImage: Sendable {
    package let pixels: PixelBuffer
    /// Width divided by height, as displayed.
    package let aspect: Double

    package init(pixels: PixelBuffer, aspect: Double) {
        self.pixels = pixels
        self.aspect = aspect
    }
}

/// Reads the pictures that pages name. Calls block, and may come from any thread.
package protocol PageImageReading: Sendable {
    /// Reads a picture of at most `side` pixels on its longer side. For a local class, reads only files in its
    /// `folder`.
    func image(at location: String, within side: Int, folder: String?) throws(ClassReadError) -> PageImage

    /// Also refuses all later reads.
    func cancel()
}
