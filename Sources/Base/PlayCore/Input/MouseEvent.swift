package struct MouseEvent: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case press(Button)
        case release(Button)
        case drag(Button)
        case move
        case wheelUp, wheelDown
    }

    package enum Button: Sendable, Hashable { case left, middle, right, back, forward }

    package var kind: Kind
    /// From 0, at the left.
    package var column: Int
    package var row: Int
    package var modifiers: KeyPress.Modifiers

    package init(_ kind: Kind, column: Int, row: Int, modifiers: KeyPress.Modifiers = []) {
        self.kind = kind
        self.column = column
        self.row = row
        self.modifiers = modifiers
    }
}
