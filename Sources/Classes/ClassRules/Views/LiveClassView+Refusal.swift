import Classes

extension LiveClassView {
    /// Returns why a wish would be refused, as far as the client knows. `time` is the keeper's, in ms since 1970.
    package func refusal(of wish: ClassWish, at time: Int64) -> ClassError? {
        // Only the viewer sees the local page, which is the page that would be drawn on.
        switch wish {
        case .draw, .undoShapes: if localPage != nil { return ClassError(.otherPage) }
        default: break
        }
        return machine.refusal(of: wish, by: me.id, at: time)
    }
}
