/// Control sequences of every form that terminals know, and pages that use many of them.
enum HostileSequences {
    static let all: [[UInt8]] = single + (pages + strings).map { Array($0.utf8) }

    /// ESC with each byte that may follow it, and CSI with each byte that may end it, in several forms.
    private static let single: [[UInt8]] = {
        let escapes: [[UInt8]] = (0x20...0x7E).map { [0x1B, UInt8($0)] }
        let sets: [[UInt8]] = "()*+-./%#\" &".utf8.flatMap { start in "0AB<8G\u{1A}".utf8.map { [0x1B, start, $0] } }
        let parameters = ["", "3", "1;2;3", "?25", ">0", "999999999999", "2 "]
        let finals: [[UInt8]] = (0x40...0x7E).flatMap { final in
            parameters.map { [0x1B, 0x5B] + Array($0.utf8) + [UInt8(final)] }
        }
        let numbers = [3, 5, 6, 7, 25, 47, 69, 1000, 1003, 1006, 1047, 1048, 1049, 2004, 2026]
        let modes: [[UInt8]] = numbers.flatMap { mode in ["h", "l", "$p"].map { Array("\u{1B}[?\(mode)\($0)".utf8) } }
        return escapes + sets + finals + modes
    }()

    /// With each terminator, without one, and with each byte that cancels them.
    private static let strings: [String] = {
        let starts = [
            "]0;t", "]2;t", "]4;1;?", "]7;file://h/x", "]8;;http://e.org", "]9;n", "]10;?", "]52;c;eA==", "]133;A",
            "]777;x",
            "]1337;File=:AA==", "P1$r0m", "P+q544e", "Pq#0;2;0;0;0~-", "P>|x", "_Ga=d", "^x", "Xx", "k name",
        ]
        return ["\u{7}", "\u{1B}\\", "\u{9C}", "", "\u{18}", "\u{1A}", "\u{1B}[m"].flatMap { end in
            starts.map { "a\u{1B}" + $0 + end + "b" }
        }
    }()

    private static let pages: [String] = [
        "\u{1B}[?1049h\u{1B}[H\u{1B}[2J\u{1B}[1;24r\u{1B}[?25l~\r\n~\r\n\u{1B}[24;1H\u{1B}[7mfile\u{1B}[m\u{1B}[K\u{1B}[?25h\u{1B}[?1049l",
        (0...255).map { "\u{1B}[38;5;\($0)m\u{1B}[48;5;\(255 - $0)m#" }.joined() + "\u{1B}[m",
        (0...107).map { "\u{1B}[\($0)m\($0)" }.joined(separator: " "),
        (1...40).map { "\u{1B}[\($0);\(2 * $0)H\u{1B}#8\u{1B}[\($0)X\u{1B}[\($0)@\u{1B}[\($0)P" }.joined(),
        "\u{1B}[5;10r\u{1B}[?6h\u{1B}[1;1Hx\u{1B}D\u{1B}M\u{1B}E\u{1B}[3S\u{1B}[3T\u{1B}[2L\u{1B}[2M\u{1B}[?6l\u{1B}[r",
        "\u{1B}H\u{1B}[3g\t\u{1B}[2I\u{1B}[2Z\u{1B}[20h\u{1B}[4hab\u{1B}[4l\u{1B}[?7l"
            + String(repeating: "w", count: 200) + "\u{1B}[?7h",
        "\u{1B}7\u{1B}[s\u{1B}[10;10H\u{1B}8\u{1B}[u\u{1B}(0lqqk\u{E}x\u{F}\u{1B}(B\u{1B}n\u{1B}o\u{1B}|\u{1B}}\u{1B}~",
        "\u{1B}[c\u{1B}[>c\u{1B}[=c\u{1B}[5n\u{1B}[6n\u{1B}[?6n\u{1B}[x\u{1B}[18t\u{1B}[21t\u{1B}[?1$p\u{1B}Z\u{5}",
        "x\u{1B}[5b\u{1B}[3b\r\n\r\u{B}\u{C}\u{8}\u{8}\u{84}\u{85}\u{8D}\u{1B}[!p\u{1B}c",
    ]
}
