/// `--quality`: the required similarity of the picture on the screen to the decoded picture.
///
/// On a link that is too thin, only ``automatic`` lowers the quality; with the other targets the frames become rarer.
package enum QualityTarget: Sendable, Equatable {
    /// ``exact`` if the link carries that with a reserve, else the best picture that fits the link.
    case automatic
    case lossless
    /// At least 45 dB PSNR with the fewest bytes.
    case exact
    /// At least this mean structural similarity (SSIM), 0 ..< 1, with the fewest bytes.
    case similarity(Double)

    package static let high = QualityTarget.similarity(0.985)
    package static let low = QualityTarget.similarity(0.95)
}
