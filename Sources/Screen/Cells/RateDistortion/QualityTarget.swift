/// `--quality`: how near the picture on the screen comes to the picture that was decoded.
///
/// Only ``automatic`` lowers the quality on a link that is too thin; with the other targets the frames become rarer.
package enum QualityTarget: Sendable, Equatable {
    /// ``exact`` while the link carries it with space to spare, else the best picture that fits the link.
    case automatic
    case lossless
    /// At least 45 dB PSNR at the least bytes.
    case exact
    /// At least this mean structural similarity (SSIM), 0 ..< 1, at the least bytes.
    case similarity(Double)

    package static let high = QualityTarget.similarity(0.985)
    package static let low = QualityTarget.similarity(0.95)
}
