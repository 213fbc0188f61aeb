import Cells

/// Addresses behind cells, the clipboard, the bell.
extension NcursesTerminal {
    package func ring() {
        queue.append([0x07])
        flush()
    }

    package func copy(_ text: String) -> Bool {
        guard capabilities.answersQueries, takesStrings, text.utf8.count <= ControlStrings.clipboardLimit else {
            return false
        }
        let sequence = ControlStrings.copy(text)
        // tmux uses the sequence itself or passes it on, depending on its options. Else it may let it through.
        if !capabilities.isWithinScreen { queue.append(sequence) }
        if capabilities.isWithinTmux { queue.append(ControlStrings.passed(through: .tmux, sequence)) }
        if capabilities.isWithinScreen { queue.append(ControlStrings.passed(through: .screen, sequence)) }
        flush()
        return true
    }

    private var takesStrings: Bool { presence == .shown && !isClosed && !isAway }

    /// Writes the links of a frame. Cursor and style end as ncurses assumes them, as with the picture.
    func presentLinks(_ frame: ScreenFrame, profile: EncoderProfile) {
        guard capabilities.hasHyperlinks, isUTF8 else { return }
        let bytes = hyperlinks.update(for: frame, profile: profile)
        guard !bytes.isEmpty else { return }
        queue.append(ControlStrings.saveCursor)
        if capabilities.wrapsAtOnce { queue.append(ControlStrings.stopWrapping) }
        queue.append(bytes)
        if capabilities.wrapsAtOnce { queue.append(ControlStrings.wrap) }
        queue.append(ControlStrings.restoreCursor)
    }
}
