/// Distributes the samples of one axis among the output pixels, in fractions of a sample, as swscale's area scaler.
/// When shrinking, the pixels' spans neither overlap nor leave a gap, so the picture keeps its mean. When enlarging
/// (chroma of pictures that are hardly shrunk), each pixel interpolates between the two nearest samples.
struct AxisDivision: Equatable {
    /// The samples under one output pixel: one of weight `head`, `full` of weight 1 << `shift`, one of `tail` unless 0.
    struct Span: Equatable {
        var first: Int
        var head: Int
        var full: Int
        var tail: Int

        var count: Int { 1 + full + (tail > 0 ? 1 : 0) }

        func total(shift: Int) -> Int { head + full << shift + tail }
    }

    /// A whole sample weighs 1 << `shift`, which sets the precision of the borders.
    let shift: Int
    let spans: [Span]

    /// - Parameter limit: the largest sum of a span's weights. Returns `nil` if a span exceeds it.
    init?(sources: Int, pixels: Int, limit: Int) {
        guard sources >= 1, pixels >= 1 else { return nil }
        // At 14 bits, borders are exact to 1/16,384 of a sample, and weights stay positive as Int16.
        let fitting = (0...14).last { shift in
            // Borders are rounded, so a span may be one part longer than the longest share.
            let share = (sources << shift + pixels - 1) / pixels
            return (pixels > sources ? 1 << shift : share + (sources % pixels == 0 ? 0 : 1)) <= limit
        }
        guard let fitting else { return nil }
        shift = fitting
        spans =
            pixels > sources
            ? Self.between(sources, pixels, shift: fitting) : Self.covered(sources, pixels, shift: fitting)
    }

    private static func covered(_ sources: Int, _ pixels: Int, shift: Int) -> [Span] {
        let whole = 1 << shift
        func border(_ index: Int) -> Int { (index * sources << shift + pixels / 2) / pixels }
        return (0..<pixels).map { index in
            let (start, end) = (border(index), border(index + 1))
            let first = start >> shift
            let next = (first + 1) << shift
            guard end > next else { return Span(first: first, head: end - start, full: 0, tail: 0) }
            return Span(
                first: first, head: next - start, full: end >> shift - first - 1, tail: end & (whole - 1))
        }
    }

    private static func between(_ sources: Int, _ pixels: Int, shift: Int) -> [Span] {
        let whole = 1 << shift
        return (0..<pixels).map { index in
            // The centre of the pixel, from the centre of the first sample.
            let doubled = (2 * index + 1) * sources - pixels
            let position = min(max(0, (doubled << shift) / (2 * pixels)), (sources - 1) << shift)
            let part = position & (whole - 1)
            return Span(first: position >> shift, head: whole - part, full: 0, tail: part)
        }
    }
}
