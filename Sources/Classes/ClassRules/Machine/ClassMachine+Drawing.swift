import Classes

extension ClassMachine {
    func judgeDrawing(_ wish: ClassWish, by user: String, at time: Int64) throws(ClassError) {
        switch wish {
        case .draw(let shape):
            try judgeDrawer(user, on: shape.key, at: time)
            try judgeShape(shape, by: user)
        case .undoShapes(let undone):
            try judgeDrawer(user, on: undone.key, at: time)
            try demand(undone.ids.count <= ClassLimits.undoneShapes, .tooLong)
            try demand(undone.ids.contains { state.documents.shape($0, on: undone.key) != nil }, .unknownShape)
            try demand(undone.ids.allSatisfy { mayChange($0, user) }, .foreignShape)
        case .grantDrawing(let grant): try judgeGrant(grant)
        default: preconditionFailure("nothing of drawing: \(wish.name)")
        }
    }

    mutating func fulfilDrawing(_ wish: ClassWish, by user: String) {
        switch wish {
        case .draw(let shape):
            memory.strokeRates.note(user, at: now)
            publish(.shapeDrawn(shape.rounded))
        case .undoShapes(let undone):
            memory.strokeRates.note(user, at: now)
            publish(.shapesUndone(undone.key, undone.ids))
        case .grantDrawing(let grant):
            list(grant.user)
            publish(.drawingGranted(DrawingGrant(user: grant.user, grant.isGiven)))
        default: preconditionFailure("nothing of drawing: \(wish.name)")
        }
    }

    package func refusalToDraw(_ user: String) -> ClassError? {
        guard let role = role(of: user) else { return ClassError(.notPresent) }
        if role.isStaff { return nil }
        if !live.drawingGrants.contains(user) { return ClassError(.notGranted) }
        return isSpeaking(user) ? nil : ClassError(.notSpeaking)
    }

    /// Whether a user may change a shape. Students may change only their own, whose IDs start with the user's ID and a
    /// slash.
    private func mayChange(_ shape: String, _ user: String) -> Bool {
        if role(of: user)?.isStaff == true { return true }
        return shape.lastIndex(of: "/").map { shape[..<$0] == user } ?? false
    }

    private func judgeDrawer(_ user: String, on key: PageKey, at time: Int64) throws(ClassError) {
        if let refusal = refusalToDraw(user) { throw refusal }
        try demand(state.documents.page?.key == key, .otherPage)
        try demand(memory.strokeRates.allows(user, ClassLimits.strokes, at: time), .tooManyStrokes)
    }

    private func judgeShape(_ shape: Shape, by user: String) throws(ClassError) {
        try demand(shape.id.isIdentifier, .badIdentifier)
        try demand(mayChange(shape.id, user), .foreignShape)
        try demand(shape.isJSON(within: ClassLimits.shapeBytes), .tooLong)
        let far = ClassLimits.farthestPoint
        try demand(shape.points.allSatisfy { abs($0.x) <= far && abs($0.y) <= far }, .badShape)
        if let picture = shape.picture { try demandLink(picture) }
        let count = state.documents.shapeCount(on: shape.key)
        let isKnown = state.documents.shape(shape.id, on: shape.key) != nil
        try demand(isKnown || count < ClassLimits.shapesOfPage, .tooManyShapes)
    }

    private func judgeGrant(_ grant: ClassPermission) throws(ClassError) {
        guard let role = role(of: grant.user) else { throw ClassError(.userNotPresent) }
        try demand(role != .teacher, .targetIsTeacher)
        try demand(role == .student, .targetMayNot)
        try demand(live.drawingGrants.contains(grant.user) != grant.isGiven, .unchanged)
    }
}
