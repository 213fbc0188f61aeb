/// The part of a decoded picture to scale: planes of luma and colour differences.
struct PlanarPicture {
    struct Layout: Equatable {
        var width: Int
        var height: Int
        /// log₂ of the pixels per sample of chroma.
        var chromaX: Int
        var chromaY: Int
        var sample: RowSums.Sample
        var bits: Int
        var isInterleaved: Bool

        var chromaWidth: Int { (width + 1 << chromaX - 1) >> chromaX }
        var chromaHeight: Int { (height + 1 << chromaY - 1) >> chromaY }
        var bytesPerSample: Int { sample == .byte ? 1 : 2 }
    }

    var layout: Layout
    var luma: PicturePlane
    /// U, or U and V.
    var chroma: PicturePlane
    /// V, or `nil` if U and V are interleaved.
    var secondChroma: PicturePlane?
}
