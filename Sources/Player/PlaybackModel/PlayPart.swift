package enum PlayPart: String, Sendable, CaseIterable {
    case intro, main, outro
    case advert
}
