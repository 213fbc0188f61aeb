import Classes

extension LiveClassView {
    /// Returns `nil` if the keeper would accept the wish, as far as the client knows. `time` is the keeper's, in
    /// milliseconds since 1970.
    package func refusal(of wish: ClassWish, at time: Int64) -> ClassError? {
        // Drawing would change the local page, which only the viewer sees.
        switch wish {
        case .draw, .undoShapes: if localPage != nil { return ClassError(.otherPage) }
        default: break
        }
        return machine.refusal(of: wish, by: me.id, at: time)
    }
}
