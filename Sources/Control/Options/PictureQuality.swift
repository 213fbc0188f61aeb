package enum PictureQuality: Sendable, Equatable {
    case automatic
    case exact
    case high
    case low
    /// Mean structural similarity, 0.5 … 1; 1 means identical.
    case similarity(Double)
}
