import Classes

extension ClassMachine {
    func judgeSharing(_ update: TerminalUpdate, by user: String) throws(ClassError) {
        if let refusal = refusalToShare(user) { throw refusal }
        try demand(update.user == user && update.isValid, .badTerminal)
        try demand(update.isJSON(within: ClassLimits.terminalBytes), .tooLong)
        guard let shared = state.terminal.shared, shared.user != user else { return }
        // Teachers and assistants may replace the shared terminal. They start with a whole update.
        try demand(update.isWhole && role(of: user)?.isStaff == true, .terminalShared)
    }

    package func refusalToShare(_ user: String) -> ClassError? {
        guard role(of: user) != nil else { return ClassError(.notPresent) }
        guard live.isInProgress else { return ClassError(.notInProgress) }
        return isSpeaking(user) ? nil : ClassError(.notSpeaking)
    }

    func judgeEndOfSharing(by user: String) throws(ClassError) {
        guard let shared = state.terminal.shared else { throw ClassError(.noTerminal) }
        try demand(shared.user == user || role(of: user)?.isStaff == true, .noTerminal)
    }

    mutating func share(_ update: TerminalUpdate, by user: String) {
        list(user)
        publish(.terminalShared(update), isStored: update.isWhole)
    }

    mutating func settleTerminal() {
        if let shared = state.terminal.shared, refusalToShare(shared.user) != nil { publish(.terminalShared(nil)) }
    }
}
