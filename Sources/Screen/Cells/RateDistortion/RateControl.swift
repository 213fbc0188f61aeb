import Glibc

/// Searches λ, the error that a byte must save to be written. One for each encoder. With a budget, λ follows from the
/// distribution of errors and from the cost of cells, which is learned from the previous frame; ``RowBudget`` corrects
/// it within the frame. With a quality target, λ follows the measured quality.
struct RateControl {
    struct Plan: Equatable {
        /// In ``RowOptimizer/errorUnit``.
        var lambda: Int
        var metric: PictureField.Metric
        /// The bytes for the picture, or `nil` for no limit.
        var budget: Int?
        /// The expected units to write (``ErrorHistogram``), and the bytes per unit.
        var units: Double
        var bytesPerUnit: Double
        /// The bytes for cells whose place shows something other than picture, which are written at any λ.
        var foreignBytes = 0.0
        /// Whether λ follows from the budget, not from the quality.
        var isLimited = false

        var expectedBytes: Double { units * bytesPerUnit + foreignBytes }

        static let nothing = Plan(lambda: maximumLambda, metric: .plain, budget: 0, units: 0, bytesPerUnit: 0)
    }

    /// The λ beyond which even the flattest picture costs no less.
    static let maximumLambda = 1 << 20
    private static let minimumLambda = 2
    /// The typical bytes of a cell: it is written when its error is more than λ times these.
    static let typicalBytes = 16

    /// The λ of the last use of a metric, and the cost of a unit with it. The initial values were measured on film.
    private struct Experience {
        var lambda: Double
        var bytesPerUnit: Double
    }

    private var plain = Experience(lambda: 16, bytesPerUnit: 1)
    private var masked = Experience(lambda: 200, bytesPerUnit: 1.5)
    private var exactLambda = 12.0
    private var similarityLambda = 80.0
    private(set) var isLimited = false

    func exactPlan(_ histogram: borrowing ErrorHistogram) -> Plan {
        plan(lambda: exactLambda, .plain, histogram, budget: nil)
    }

    func similarityPlan(_ histogram: borrowing ErrorHistogram) -> Plan {
        plan(lambda: similarityLambda, .masked, histogram, budget: nil)
    }

    func budgetPlan(_ histogram: borrowing ErrorHistogram, budget: Int, _ metric: PictureField.Metric) -> Plan {
        var low = Double(Self.minimumLambda)
        var high = Double(Self.maximumLambda)
        // Bytes fall as λ grows: bisects the logarithm of λ.
        for _ in 0..<16 {
            let middle = (low * high).squareRoot()
            if plan(lambda: middle, metric, histogram, budget: budget).expectedBytes > Double(budget) {
                low = middle
            } else {
                high = middle
            }
        }
        var found = plan(lambda: high, metric, histogram, budget: budget)
        found.isLimited = true
        return found
    }

    private func plan(
        lambda: Double, _ metric: PictureField.Metric, _ histogram: borrowing ErrorHistogram, budget: Int?
    ) -> Plan {
        let known = metric.masksDetail ? masked : plain
        // With a larger λ a written cell costs less, too: about λ^−¼ (measured on film).
        let growth = (lambda / known.lambda).squareRoot().squareRoot()
        return Plan(
            lambda: Int(lambda), metric: metric, budget: budget,
            units: histogram.units(above: lambda * Double(Self.typicalBytes)),
            bytesPerUnit: min(60, max(0.02, known.bytesPerUnit / growth)),
            foreignBytes: Double(histogram.foreignCount) * Self.foreignCost(lambda, metric))
    }

    /// Returns the bytes per cell if all cells are written: 24 · λ^−0.4, measured on film with λ in whole errors.
    static func foreignCost(_ lambda: Double, _ metric: PictureField.Metric) -> Double {
        // Masking weighs an error up to four times.
        let unit = Double(RowOptimizer.errorUnit) * (metric.masksDetail ? 4 : 1)
        return min(30, max(1.2, 24 * pow(lambda / unit, -0.4)))
    }

    // MARK: - Learning

    /// - Parameter lambda: the mean over the written rows; `units` are those of the frame at this λ.
    mutating func note(_ plan: Plan, bytes: Int, lambda: Double, units: Double) {
        isLimited = plan.isLimited
        guard units > 20, plan.foreignBytes < plan.expectedBytes / 8 else { return }
        var known = plan.metric.masksDetail ? masked : plain
        let growth = (lambda / known.lambda).squareRoot().squareRoot()
        let expected = known.bytesPerUnit / growth
        known.bytesPerUnit = min(60, max(0.02, expected + (Double(bytes) / units - expected) * 0.5))
        known.lambda = lambda
        if plan.metric.masksDetail { masked = known } else { plain = known }
    }

    /// The squared error per component that exactness aims at: 46 dB, so that scaling and rounding elsewhere leave 45.
    private static let exactError = 1.6

    /// The largest λ for exactness. With it, no film was worse than 44 dB. Where little moves, the error says nothing
    /// about λ, and later motion would be coarse.
    private static let mostExactLambda = 28.0

    /// - Parameter error: the mean squared error per component of a frame written for exactness.
    mutating func note(exactError error: Double) {
        exactLambda = min(Self.mostExactLambda, Self.stepped(exactLambda, by: Self.exactError / max(error, 0.05)))
    }

    mutating func note(similarity: Double, target: Double) {
        similarityLambda = Self.stepped(similarityLambda, by: (1 - target) / max(1 - similarity, 0.0002))
    }

    /// Returns λ after a seventh of the way to its new value: an oscillation costs more than a slow approach.
    private static func stepped(_ lambda: Double, by ratio: Double) -> Double {
        let step = 1 + 0.15 * (min(3, max(0.33, ratio)) - 1)
        return min(Double(maximumLambda), max(Double(minimumLambda), lambda * step))
    }
}

extension PictureField.Metric {
    static let plain = Self(lumaWeight: 0, masksDetail: false)
    /// An error of luma counts as much as seven of Cb or Cr, near the 6 : 1 : 1 of the codecs' weighted PSNR.
    static let masked = Self(lumaWeight: 18, masksDetail: true)
}
