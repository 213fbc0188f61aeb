import Glibc

/// The search for λ, the error that a byte must save to be written; one for each encoder.
///
/// With a budget, λ follows from the distribution of errors and from the cost of cells, which is learned from the
/// previous frame; within the frame ``RowBudget`` corrects it. With a quality to reach, λ follows the measured quality.
struct RateControl {
    struct Plan: Equatable {
        /// In ``RowOptimizer/errorUnit``.
        var lambda: Int
        var metric: PictureField.Metric
        /// The bytes that picture may take, or `nil` for no limit.
        var budget: Int?
        /// The units expected to be written (``ErrorHistogram``), and the bytes of each unit.
        var units: Double
        var bytesPerUnit: Double
        /// The bytes for cells whose place shows something other than picture, which are written at any λ.
        var foreignBytes = 0.0
        /// Whether λ follows from the budget instead of the quality.
        var isLimited = false

        var expectedBytes: Double { units * bytesPerUnit + foreignBytes }

        static let nothing = Plan(lambda: maximumLambda, metric: .plain, budget: 0, units: 0, bytesPerUnit: 0)
    }

    /// λ beyond which even the flattest picture is no cheaper.
    static let maximumLambda = 1 << 20
    private static let minimumLambda = 2
    /// A cell is written when it is off by more than λ times its bytes, which are about these.
    static let typicalBytes = 16

    /// The λ at which a metric was last used, and the cost of a unit then. The first guesses are from film.
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
        // Bytes fall as λ grows: halving the interval of its logarithm.
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
        // At a larger λ a written cell costs less, too: its cost falls with about λ^−¼ (measured on film).
        let growth = (lambda / known.lambda).squareRoot().squareRoot()
        return Plan(
            lambda: Int(lambda), metric: metric, budget: budget,
            units: histogram.units(above: lambda * Double(Self.typicalBytes)),
            bytesPerUnit: min(60, max(0.02, known.bytesPerUnit / growth)),
            foreignBytes: Double(histogram.foreignCount) * Self.foreignCost(lambda, metric))
    }

    /// Returns 24 · λ^−0.4 bytes a cell where all is written, measured on film with λ in whole errors.
    static func foreignCost(_ lambda: Double, _ metric: PictureField.Metric) -> Double {
        // A masked error counts four times as much where it counts most.
        let unit = Double(RowOptimizer.errorUnit) * (metric.masksDetail ? 4 : 1)
        return min(30, max(1.2, 24 * pow(lambda / unit, -0.4)))
    }

    // MARK: - Learning

    /// - Parameter lambda: the mean over the rows that were written; `units` are those of the frame at it.
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

    /// Squared error per component that exactness aims at: 46 dB, so that scaling and rounding elsewhere leave 45.
    private static let exactError = 1.6

    /// No film was worse than 44 dB here. Where little moves the error tells nothing: later motion would be coarse.
    private static let mostExactLambda = 28.0

    /// - Parameter error: mean squared error per component of a frame written for exactness.
    mutating func note(exactError error: Double) {
        exactLambda = min(Self.mostExactLambda, Self.stepped(exactLambda, by: Self.exactError / max(error, 0.05)))
    }

    mutating func note(similarity: Double, target: Double) {
        similarityLambda = Self.stepped(similarityLambda, by: (1 - target) / max(1 - similarity, 0.0002))
    }

    /// Returns λ after a seventh of the way: a loop that swings costs more than one that is slow.
    private static func stepped(_ lambda: Double, by ratio: Double) -> Double {
        let step = 1 + 0.15 * (min(3, max(0.33, ratio)) - 1)
        return min(Double(maximumLambda), max(Double(minimumLambda), lambda * step))
    }
}

extension PictureField.Metric {
    static let plain = Self(lumaWeight: 0, masksDetail: false)
    /// An error of luma counts seven times one of Cb or Cr, near the 6 : 1 : 1 of codecs' weighted PSNR.
    static let masked = Self(lumaWeight: 18, masksDetail: true)
}
