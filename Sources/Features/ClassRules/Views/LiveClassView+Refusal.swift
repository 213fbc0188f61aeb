import Rooms

extension LiveClassView {
    /// Why a wish would not be fulfilled; nil: it may be, as far as one can know here.
    ///
    /// - Parameter time: of the keeper, in milliseconds since 1970.
    package func refusal(of wish: ClassWish, at time: Int64) -> ClassError? {
        // The page that is looked at is nobody's business but the viewer's, and the one that would be drawn on.
        switch wish {
        case .draw, .undoShapes: if localPage != nil { return ClassError(.otherPage) }
        default: break
        }
        return machine.refusal(of: wish, by: me.id, at: time)
    }
}
