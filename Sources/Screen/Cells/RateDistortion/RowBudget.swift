import Glibc

/// Corrects λ from row to row by the cost of the previous rows. One for each frame.
struct RowBudget {
    private let plan: RateControl.Plan
    private var expected = 0.0
    private var used = 0
    private var logarithms = 0.0
    private var weight = 0.0

    /// The share of the budget beyond which this frame writes no more picture.
    private static let limit = 1.5

    init(_ plan: RateControl.Plan) { self.plan = plan }

    /// The λ of the next row, or `nil` if no bytes are left for it.
    var lambda: Int? {
        guard let budget = plan.budget else { return plan.lambda }
        guard Double(used) < Double(budget) * Self.limit else { return nil }
        let total = plan.expectedBytes
        // The first rows say little: the expected cost of a quarter of the frame is added to theirs.
        let prior = total / 4 + 400
        let ratio = (Double(used) + prior) / (expected + prior)
        let rest = max(0, total - expected) * ratio
        let left = max(Double(budget) - Double(used), Double(budget) * 0.05)
        guard rest > left || total > 0.7 * Double(budget) else { return plan.lambda }
        // Bytes fall with about λ to the power ⅔.
        let excess = min(16, max(0.7, rest / left))
        return min(RateControl.maximumLambda, max(1, Int(Double(plan.lambda) * excess * excess.squareRoot())))
    }

    /// - Parameter units: those of the row at the plan's λ, without its `foreign` cells.
    mutating func note(bytes: Int, units: Int, foreign: Int, lambda: Int) {
        used += bytes
        expected +=
            Double(units) * plan.bytesPerUnit
            + Double(foreign) * RateControl.foreignCost(Double(plan.lambda), plan.metric)
        logarithms += log(Double(lambda)) * Double(units)
        weight += Double(units)
    }

    var meanLambda: Double { weight > 0 ? exp(logarithms / weight) : Double(plan.lambda) }
}
