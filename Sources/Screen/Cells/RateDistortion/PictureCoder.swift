/// Decides the contents of each row of picture. Main thread; call while ``FrameEncoder`` encodes a frame.
final class PictureCoder {
    let field: PictureField
    var quality = QualityTarget.lossless
    private let optimizer: RowOptimizer
    private let isUTF8: Bool
    private var control = RateControl()
    private var histogram = ErrorHistogram()
    private var plan = RateControl.Plan.nothing
    private var budget = RowBudget(.nothing)
    private let shownLuma: UnsafeMutablePointer<UInt8>
    private let products: UnsafeMutablePointer<Int32>
    private let targetSums: BlockSums
    private let shownSums: BlockSums
    private var windows: [Float] = []
    private var frames = 0
    /// How often the same picture was presented again. It should become exact.
    private var repeats = 0
    /// From this number of repeats on, cells get their exact colours.
    private static let finalRepeats = 3
    /// The row at which the next frame begins: the first one for which this frame had no bytes left.
    private(set) var firstRow = 0
    private var cutRow: Int?
    private(set) var isActive = false

    init(columns: Int, rows: Int, profile: EncoderProfile) {
        field = PictureField(columns: columns, rows: rows)
        optimizer = RowOptimizer(columns: columns, profile: profile)
        isUTF8 = profile.isUTF8
        targetSums = BlockSums(pixelWidth: columns, pixelHeight: 2 * rows)
        shownSums = BlockSums(pixelWidth: columns, pixelHeight: 2 * rows)
        shownLuma = .allocate(capacity: 2 * columns * rows)
        shownLuma.initialize(repeating: 0, count: 2 * columns * rows)
        products = .allocate(capacity: max(1, targetSums.width * targetSums.height))
        products.initialize(repeating: 0, count: max(1, targetSums.width * targetSums.height))
    }

    deinit {
        optimizer.deallocate()
        targetSums.deallocate()
        shownSums.deallocate()
        shownLuma.deallocate()
        products.deallocate()
    }

    // MARK: - A frame

    func begin(
        _ frame: ScreenFrame, allowance: LinkAllowance, shown: UnsafePointer<Cell>, isWritten: (Int) -> Bool
    ) {
        isActive = frame.picture != nil && !(quality == .lossless && allowance.bytes != 0)
        guard isActive else { return }
        frames &+= 1
        cutRow = nil
        var isSame = true
        for row in 0..<field.rows {
            if !isWritten(row) {
                field.leaveOut(row: row)
            } else if field.compose(frame, row: row, isUTF8: isUTF8) {
                isSame = false
            }
        }
        repeats = isSame ? min(PictureField.mostUrgent, repeats + 1) : 0
        plan = makePlan(allowance, shown)
        budget = RowBudget(plan)
    }

    func choose(
        row: Int, shown: UnsafePointer<Cell>, pen: Pen, into chosen: UnsafeMutablePointer<Cell>
    ) -> Bool {
        guard isActive, field.hasPicture[row] else { return false }
        let first = row * field.columns
        let lambda = budget.lambda
        if lambda == nil, cutRow == nil { cutRow = row }
        _ = optimizer.optimize(
            PictureRow(
                count: field.columns, target: field.target + first, shown: shown, kinds: field.kinds + first,
                keepErrors: field.keepErrors + first, weights: field.weights + first, isFrozen: lambda == nil,
                isFinal: repeats >= Self.finalRepeats),
            number: row, lambda: lambda ?? RateControl.maximumLambda, lumaWeight: plan.metric.lumaWeight, pen: pen,
            into: chosen)
        WidePairs.mend(chosen, target: field.target + first, shown: shown, count: field.columns)
        return true
    }

    func note(row: Int, bytes: Int) {
        guard isActive, plan.budget != nil, field.hasPicture[row], let lambda = budget.lambda else { return }
        let units = field.units(row: row, above: plan.lambda * RateControl.typicalBytes)
        budget.note(bytes: bytes, units: units.units, foreign: units.foreign, lambda: lambda)
    }

    func end(bytes: Int, shown: UnsafePointer<Cell>) -> FrameOutcome {
        var outcome = FrameOutcome()
        outcome.pictureBytes = bytes
        guard isActive else { return outcome }
        firstRow = cutRow ?? 0
        outcome.isApproximate = field.isApproximate(shown)
        guard plan != .nothing else { return outcome }
        outcome.lambda = Double(plan.lambda) / Double(RowOptimizer.errorUnit)
        let mean = budget.meanLambda
        control.note(
            plan, bytes: bytes, lambda: mean, units: histogram.units(above: mean * Double(RateControl.typicalBytes)))
        if teaches, !plan.metric.masksDetail, let error = field.meanError(shown, phase: frames) {
            control.note(exactError: error)
        }
        if measuresSimilarity, let similarity = similarity(shown) {
            outcome.ssim = similarity
            if case .similarity(let target) = quality, teaches {
                control.note(similarity: similarity, target: target + (1 - target) * Self.margin)
            }
        }
        return outcome
    }

    // MARK: - Planning

    private func makePlan(_ allowance: LinkAllowance, _ shown: UnsafePointer<Cell>) -> RateControl.Plan {
        guard allowance.bytes != 0 else { return .nothing }
        switch quality {
        case .similarity:
            weigh(.masked, shown)
            return control.similarityPlan(histogram)
        case .exact, .lossless:
            weigh(.plain, shown)
            return control.exactPlan(histogram)
        case .automatic: return automaticPlan(allowance, shown)
        }
    }

    private func automaticPlan(_ allowance: LinkAllowance, _ shown: UnsafePointer<Cell>) -> RateControl.Plan {
        guard let bytes = allowance.bytes else {
            weigh(.plain, shown)
            return control.exactPlan(histogram)
        }
        // On a link that is much too thin, exactness is tried only in every eighth frame.
        if !control.isLimited || frames % 8 == 0 {
            weigh(.plain, shown)
            var plan = control.exactPlan(histogram)
            if plan.expectedBytes <= Double(bytes) * 0.8 {
                plan.budget = bytes
                return plan
            }
        }
        weigh(.masked, shown)
        return control.budgetPlan(histogram, budget: bytes, .masked)
    }

    private func weigh(_ metric: PictureField.Metric, _ shown: UnsafePointer<Cell>) {
        histogram.clear()
        if metric.masksDetail { measureTarget() }
        for row in 0..<field.rows where field.hasPicture[row] {
            field.weigh(
                row: row, shown: shown + row * field.columns, metric: metric, urgency: repeats,
                histogram: &histogram)
        }
        histogram.settle()
    }

    private func measureTarget() {
        for row in 0..<field.rows where field.hasPicture[row] {
            field.measureLuma(row: row, of: field.target + row * field.columns, into: field.luma)
        }
        targetSums.measure(field.luma, stride: field.columns, rows: 0..<targetSums.height)
        DetailMasking.fill(
            field.masking, columns: field.columns, rows: field.rows, blocks: targetSums, windows: &windows)
    }

    // MARK: - Measuring

    /// Whether the frame shows if λ is right: at least a tenth of all cells was written with it.
    private var teaches: Bool {
        !plan.isLimited && repeats == 0
            && plan.units > Double(Int(ErrorHistogram.fullUnits) * field.columns * field.rows) / 10
    }

    /// The share of the rest to 1 by which the goal is raised, because other meters (7 × 7 windows) find more
    /// difference (measured on film).
    private static let margin = 0.21

    /// Whether to measure this frame: always if a similarity is the goal, else every eighth frame for the statistics.
    private var measuresSimilarity: Bool {
        if case .similarity = quality { return true }
        return frames % 8 == 0
    }

    private func similarity(_ shown: UnsafePointer<Cell>) -> Double? {
        guard let area = field.pictureBlocks else { return nil }
        if !plan.metric.masksDetail { measureTarget() }
        for row in 0..<field.rows where field.hasPicture[row] {
            field.measureLuma(row: row, of: shown + row * field.columns, into: shownLuma)
        }
        shownSums.measure(shownLuma, stride: field.columns, rows: area.rows)
        let (total, count) = SimilarityMeter.measure(
            field.luma, shownLuma, stride: field.columns, rows: area.rows, columns: area.columns, sumsA: targetSums,
            sumsB: shownSums, products: products)
        return count > 0 ? total / Double(count) : nil
    }
}
