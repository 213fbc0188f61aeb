/// Finds greys in a terminal's bytes (`38;2;N;N;N`, `48;2;N;N;N`). The bytes may be split anywhere.
struct GreyScanner {
    private enum State {
        case text, escape, sequence
    }

    private var state = State.text
    private var numbers: [Int] = []

    mutating func scan(_ bytes: some Sequence<UInt8>, _ report: (Int) -> Void) {
        for byte in bytes {
            switch (state, byte) {
            case (_, 0x1B): state = .escape
            case (.escape, UInt8(ascii: "[")): (state, numbers) = (.sequence, [0])
            case (.sequence, UInt8(ascii: "0")...UInt8(ascii: "9")):
                let last = numbers.count - 1
                numbers[last] = min(numbers[last] * 10 + Int(byte) - 0x30, 999)
            case (.sequence, UInt8(ascii: ";")): numbers.append(0)
            case (.sequence, UInt8(ascii: "m")):
                state = .text
                finish(report)
            case (.sequence, 0x40...): state = .text
            case (.escape, _): state = .text
            default: break
            }
        }
    }

    private func finish(_ report: (Int) -> Void) {
        var place = 0
        while place + 4 < numbers.count {
            guard [38, 48].contains(numbers[place]), numbers[place + 1] == 2 else {
                place += 1
                continue
            }
            let color = numbers[place + 2...place + 4]
            if let low = color.min(), let high = color.max(), high - low <= 2 { report(low) }
            place += 5
        }
    }
}
