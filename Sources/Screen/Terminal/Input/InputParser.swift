package import Cells
package import PlayCore

/// Turns the terminal's bytes into keys, mouse events, pastes and answers to queries. The events do not depend on how
/// reads divide the bytes. No input makes it fail or grow without bound. ``timeOut()`` ends a sequence that stays
/// incomplete. Main thread.
package struct InputParser {
    package enum Output: Sendable, Equatable {
        case event(InputEvent)
        case reply(TerminalReply)
    }

    private enum State: Equatable {
        case ground
        case escape
        /// After `ESC [`; `collected` holds the bytes that followed.
        case control
        /// After `ESC [ [` of the Linux console.
        case linuxFunction
        case singleShift
        /// DCS, OSC, APC, PM, SOS.
        case string
        case stringEscape
        case x10Mouse
        case paste
    }

    /// Longer sequences are consumed without being kept.
    private static let maximumControlBytes = 64
    private static let maximumStringBytes = 4096

    private var state = State.ground
    private var collected: [UInt8] = []
    private var stringKind: UInt8 = 0
    private var isAlt = false
    private var utf8 = UTF8Collector()
    private var paste = PasteCollector()
    private var mouse = MouseDecoder()
    private let keys: [[UInt8]: KeyPress]
    private var output: [Output] = []
    private var taken = 0

    /// - Parameter keys: key strings of the terminal's terminfo entry; they override the general rules.
    package init(keys: [[UInt8]: KeyPress] = [:]) { self.keys = keys.filter { $0.key.count > 1 } }

    /// The wait for the rest of a started sequence: short after an ESC alone, which is then a key; else longer.
    package var patience: HostTime? {
        switch state {
        case .ground: utf8.isEmpty ? nil : .milliseconds(250)
        case .escape: .milliseconds(25)
        case .control, .singleShift, .linuxFunction, .x10Mouse: .milliseconds(collected.isEmpty ? 50 : 250)
        case .string, .stringEscape: .seconds(1)
        case .paste: .seconds(5)
        }
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Output] {
        for byte in bytes { feed(byte) }
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    /// Reads bytes. ``next()`` then returns the outputs, without an array for them.
    mutating func read(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { feed(byte) }
    }

    mutating func next() -> Output? {
        guard taken < output.count else {
            output.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return output[taken]
    }

    package mutating func timeOut() -> [Output] {
        switch state {
        case .ground: utf8.reset()
        case .escape:
            if isAlt { output.append(.event(.key(KeyPress(.escape)))) }
            output.append(.event(.key(KeyPress(.escape))))
        case .control where collected.isEmpty: emit(KeyPress(.character("["), .alt))
        case .singleShift where collected.isEmpty: emit(KeyPress(.character("O"), .alt))
        case .paste: endPaste()
        default: break
        }
        reset()
        defer { output.removeAll(keepingCapacity: true) }
        return output
    }

    private mutating func reset() {
        state = .ground
        isAlt = false
        collected.removeAll(keepingCapacity: true)
    }

    private mutating func emit(_ key: KeyPress) {
        var key = key
        if isAlt { key.modifiers.insert(.alt) }
        output.append(.event(.key(key)))
    }

    private mutating func report(_ news: Output) {
        settleEscape()
        output.append(news)
    }

    /// Treats an ESC before an answer as the Escape key. Answers to probes may come directly after the key.
    private mutating func settleEscape() {
        guard isAlt else { return }
        isAlt = false
        emit(KeyPress(.escape))
    }

    private mutating func endPaste() {
        output.append(.event(.paste(paste.text)))
        paste = PasteCollector()
    }
}

// MARK: - States

extension InputParser {
    private mutating func feed(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte)
        case .escape: escape(byte)
        case .control: control(byte)
        case .linuxFunction:
            if (0x41...0x45).contains(byte) { emit(KeyPress(.function(Int(byte) - 0x40))) }
            reset()
        case .singleShift: singleShift(byte)
        case .string: string(byte)
        case .stringEscape:
            if byte == 0x5C {
                endString()
            } else {
                // Not the terminator: the string is broken, and the ESC starts a new sequence.
                reset()
                state = .escape
                escape(byte)
            }
        case .x10Mouse: x10Mouse(byte)
        case .paste:
            if paste.add(byte) {
                endPaste()
                reset()
            }
        }
    }

    private mutating func ground(_ byte: UInt8) {
        if byte >= 0x80 || !utf8.isEmpty {
            switch utf8.add(byte) {
            case .more: return
            case .dropped: isAlt = false
            case .scalar(let scalar):
                emit(KeyPress(.character(Character(scalar))))
                isAlt = false
            case .again:
                isAlt = false
                ground(byte)
            }
        } else if byte == 0x1B {
            state = .escape
        } else {
            emit(byte < 0x20 || byte == 0x7F ? KeyTable.control(byte) : Self.printable(byte))
            isAlt = false
        }
    }

    private static func printable(_ byte: UInt8) -> KeyPress {
        KeyPress(.character(Character(Unicode.Scalar(byte))))
    }

    private mutating func escape(_ byte: UInt8) {
        if let key = keys[[0x1B, byte]] {
            emit(key)
            reset()
            return
        }
        switch byte {
        case UInt8(ascii: "["): state = .control
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string
            stringKind = byte
        case 0x1B:
            // A second ESC: Alt and a sequence, or the key pressed twice.
            if isAlt { output.append(.event(.key(KeyPress(.escape)))) }
            isAlt = true
        default:
            isAlt = true
            state = .ground
            ground(byte)
        }
    }

    private mutating func control(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            reset()
            state = .escape
        case 0x18, 0x1A: reset()
        case UInt8(ascii: "[") where collected.isEmpty: state = .linuxFunction
        case UInt8(ascii: "$") where isPlainNumber: endControl(byte)
        case 0x40...0x7E: endControl(byte)
        default:
            // Drops control characters within, and bytes that no sequence contains.
            if (0x20...0x3F).contains(byte), collected.count < Self.maximumControlBytes { collected.append(byte) }
        }
    }

    /// Whether only digits came. rxvt ends keys with Shift in `$`, otherwise an intermediate byte.
    private var isPlainNumber: Bool { !collected.isEmpty && collected.allSatisfy { (0x30...0x39).contains($0) } }

    private mutating func singleShift(_ byte: UInt8) {
        switch byte {
        case 0x1B:
            reset()
            state = .escape
        case 0x30...0x39, 0x3B:
            if collected.count < Self.maximumControlBytes { collected.append(byte) }
        default:
            let parameters = ControlSequence(collected[...], final: byte)
            let modifiers = KeyTable.modifiers(parameters.numbers.last ?? 1)
            if let key = keys[[0x1B, 0x4F] + collected + [byte]] {
                emit(key)
            } else if let key = KeyTable.cursor(byte) ?? KeyTable.keypad(byte) {
                emit(KeyPress(key, modifiers))
            } else if (0x61...0x64).contains(byte), let key = KeyTable.cursor(byte - 32) {
                emit(KeyPress(key, .control))
            }
            reset()
        }
    }

    private mutating func x10Mouse(_ byte: UInt8) {
        collected.append(byte)
        guard collected.count == 3 else { return }
        let values = collected.map { Int($0) - 32 }
        if let event = mouse.event(code: max(0, values[0]), column: values[1], row: values[2], isRelease: false) {
            report(.event(.mouse(event)))
        }
        reset()
    }

    private mutating func string(_ byte: UInt8) {
        switch byte {
        case 0x1B: state = .stringEscape
        case 0x07 where stringKind == UInt8(ascii: "]"): endString()
        case 0x18, 0x1A: reset()
        default: if collected.count < Self.maximumStringBytes { collected.append(byte) }
        }
    }

    private mutating func endString() {
        settleEscape()
        if let reply = TerminalReply.string(kind: stringKind, collected) { report(.reply(reply)) }
        reset()
    }
}

// MARK: - CSI

extension InputParser {
    private mutating func endControl(_ final: UInt8) {
        // The answer to a probe comes ten times a second or more, so it bypasses the general path and its arrays.
        if final == UInt8(ascii: "n"), collected.count == 1, collected[0] == UInt8(ascii: "0") {
            report(.reply(.deviceStatus))
            return reset()
        }
        let sequence = ControlSequence(collected[...], final: final)
        if let key = keys[[0x1B, 0x5B] + collected + [final]] {
            emit(key)
        } else if final == UInt8(ascii: "M"), collected.isEmpty {
            state = .x10Mouse
            return
        } else if final == UInt8(ascii: "~"), sequence.prefix == 0, sequence.number(0) == 200 {
            settleEscape()
            reset()
            state = .paste
            return
        } else if sequence.prefix == 0 {
            plainControl(sequence)
        } else {
            prefixedControl(sequence)
        }
        reset()
    }

    private mutating func plainControl(_ sequence: ControlSequence) {
        let modifiers = KeyTable.modifiers(sequence.number(1, 1))
        switch Character(Unicode.Scalar(sequence.final)) {
        case "~" where sequence.number(0) == 27: emitCode(sequence.number(2), nil, modifiers)
        case "~": if let key = KeyTable.tilde(sequence.number(0)) { emit(KeyPress(key, modifiers)) }
        case "^": emitRxvt(sequence, .control)
        case "$": emitRxvt(sequence, .shift)
        case "@": emitRxvt(sequence, [.shift, .control])
        case "u":
            // Sub-parameter of the modifiers: 3 means that the key was released.
            if sequence.sub(1, 1) != 3 { emitCode(sequence.number(0), sequence.sub(0, 1), modifiers) }
        case "Z": emit(KeyPress(.tab, modifiers.union(.shift)))
        case "a", "b", "c", "d":
            if let key = KeyTable.cursor(sequence.final - 32) { emit(KeyPress(key, .shift)) }
        case "t" where sequence.number(0) == 6 && sequence.parameters.count == 3:
            report(.reply(.cellSize(width: sequence.number(2), height: sequence.number(1))))
        case "n": if [0, 3].contains(sequence.number(0)) { report(.reply(.deviceStatus)) }
        case "M":
            if let event = mouse.event(
                code: max(0, sequence.number(0) - 32), column: sequence.number(1), row: sequence.number(2),
                isRelease: false)
            {
                report(.event(.mouse(event)))
            }
        case "R" where sequence.parameters.count == 2 && !isModifiedF3(sequence):
            report(.reply(.cursor(column: max(1, sequence.number(1)) - 1, row: max(1, sequence.number(0)) - 1)))
        default: if let key = KeyTable.cursor(sequence.final) { emit(KeyPress(key, modifiers)) }
        }
    }

    /// Returns whether `CSI 1 ; 5 R` is Ctrl+F3, not a cursor in row 1: tvplay does not query the cursor while keys are
    /// read.
    private func isModifiedF3(_ sequence: ControlSequence) -> Bool {
        sequence.number(0) == 1 && (2...16).contains(sequence.number(1))
    }

    private mutating func emitRxvt(_ sequence: ControlSequence, _ modifiers: KeyPress.Modifiers) {
        if let key = KeyTable.tilde(sequence.number(0)) { emit(KeyPress(key, modifiers)) }
    }

    private mutating func emitCode(_ code: Int, _ shifted: Int?, _ modifiers: KeyPress.Modifiers) {
        if let key = KeyTable.code(code, shifted: shifted, modifiers) { emit(key) }
    }

    private mutating func prefixedControl(_ sequence: ControlSequence) {
        settleEscape()
        switch (Character(Unicode.Scalar(sequence.prefix)), Character(Unicode.Scalar(sequence.final))) {
        case ("<", "M"), ("<", "m"):
            if let event = mouse.event(
                code: sequence.number(0), column: sequence.number(1), row: sequence.number(2),
                isRelease: sequence.final == UInt8(ascii: "m"))
            {
                report(.event(.mouse(event)))
            }
        case ("?", "c"): report(.reply(.deviceAttributes(sequence.numbers)))
        case (">", "c"): report(.reply(.secondaryAttributes(sequence.numbers)))
        case ("?", "y") where sequence.intermediate == UInt8(ascii: "$"):
            report(.reply(.mode(sequence.number(0), state: sequence.number(1))))
        case ("?", "S") where sequence.number(0) == 1 && sequence.number(1) == 0 && sequence.parameters.count >= 3:
            report(.reply(.colorRegisters(sequence.number(2))))
        case ("?", "u"): report(.reply(.keyboardFlags(sequence.number(0))))
        default: break
        }
    }
}
