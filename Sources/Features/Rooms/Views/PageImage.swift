package import PlayCore

/// A picture that a page names, decoded. A value.
package struct PageImage: Sendable {
    package let pixels: PixelBuffer
    /// Width divided by height, as it is to be shown.
    package let aspect: Double

    package init(pixels: PixelBuffer, aspect: Double) {
        self.pixels = pixels
        self.aspect = aspect
    }
}

/// Reads the pictures that pages name. Calls block; any thread.
package protocol PageImageReading: Sendable {
    /// - Parameters:
    ///   - side: pixels of the longer side, at most.
    ///   - folder: of a local room: nothing else of this machine is read. Nil: the room is on a server.
    func image(at location: String, within side: Int, folder: String?) throws(RoomError) -> PageImage

    /// What is being read ends, and nothing is read from then on.
    func cancel()
}
