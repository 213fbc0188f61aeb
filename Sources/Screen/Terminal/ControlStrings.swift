import Cells
import Encoding

struct ControlStrings {
    /// Switches to the alternate screen, cleared, with the cursor hidden and mouse and paste reports on.
    let enter: [UInt8]
    /// Undoes `enter` from any state, even in the middle of a sequence.
    let leave: [UInt8]
    /// Turns on mouse and paste reports. Part of ``enter``.
    let reports: [UInt8]
    /// DA1 comes last, because every terminal answers it.
    let queries: [UInt8]

    /// DA1.
    static let firstQuery: [UInt8] = bytes("\u{1B}[c")

    static let beginUpdate: [UInt8] = bytes("\u{1B}[?2026h")
    static let endUpdate: [UInt8] = bytes("\u{1B}[?2026l")
    static let saveCursor: [UInt8] = bytes("\u{1B}7")
    static let restoreCursor: [UInt8] = bytes("\u{1B}8")
    static let stopWrapping: [UInt8] = bytes("\u{1B}[?7l")
    static let wrap: [UInt8] = bytes("\u{1B}[?7h")
    static let pushKeyboard: [UInt8] = bytes("\u{1B}[>1u")
    /// Enables xterm's modifyOtherKeys, only for keys without another meaning. tmux passes it on if configured to.
    private static let modifyOtherKeys = "\u{1B}[>4;1m"
    private static let resetOtherKeys = "\u{1B}[>4m"
    /// Makes Alt send an ESC before the key (metaSendsEscape). `leave` restores the earlier setting.
    private static let metaSendsEscape = "\u{1B}[?1036s\u{1B}[?1036h"
    private static let resetMeta = "\u{1B}[?1036r"

    static func keys(_ capabilities: TerminalCapabilities) -> [UInt8] {
        bytes(
            (capabilities.hasModifyOtherKeys ? modifyOtherKeys : "")
                + (capabilities.hasMetaMode ? metaSendsEscape : ""))
    }

    init(terminfo: TerminfoEntry, capabilities: TerminalCapabilities, options: TerminalOptions) {
        func string(_ name: String) -> [UInt8] { terminfo.strings[name] ?? [] }
        // xterm's own entry saves the title together with the screen.
        let savesTitle =
            options.setsTitle && capabilities.hasTitle && capabilities.answersQueries
            && !String(decoding: string("smcup"), as: UTF8.self).contains("\u{1B}[22;")
        var mouseOn = ""
        var mouseOff = ""
        if options.usesMouse && capabilities.answersQueries {
            mouseOn =
                "\u{1B}[?1000h\u{1B}[?1002h" + (options.reportsMouseMovement ? "\u{1B}[?1003h" : "")
                + "\u{1B}[?1006h"
            mouseOff =
                "\u{1B}[?1006l" + (options.reportsMouseMovement ? "\u{1B}[?1003l" : "")
                + "\u{1B}[?1002l\u{1B}[?1000l"
        }
        let pasteOn = capabilities.answersQueries ? "\u{1B}[?2004h" : ""
        let pasteOff = capabilities.answersQueries ? "\u{1B}[?2004l" : ""

        reports = Self.bytes(mouseOn + pasteOn)
        enter =
            (savesTitle ? Self.bytes("\u{1B}[22;0t") : []) + string("smcup") + string("smkx") + string("sgr0")
            + string("clear") + string("civis") + reports
        // CAN ends an incomplete sequence.
        leave =
            [0x18] + (capabilities.hasSynchronizedOutput ? Self.endUpdate : [])
            + (capabilities.hasKittyGraphics ? Self.endString + Self.deleteImages : [])
            + Self.bytes(capabilities.hasKittyKeyboard ? "\u{1B}[<u" : "")
            + Self.bytes(capabilities.hasModifyOtherKeys ? Self.resetOtherKeys : "")
            + Self.bytes(capabilities.hasMetaMode ? Self.resetMeta : "") + Self.bytes(pasteOff + mouseOff)
            + string("sgr0") + string("op") + string("clear") + string("rmkx") + string("cnorm") + string("rmcup")
            + (savesTitle ? Self.bytes("\u{1B}[23;0t") : [])
        let kitty = options.asksForGraphics && capabilities.answersKittyQuery ? Self.kittyQuery : []
        let sixel = options.asksForGraphics ? Self.sixelQuery : []
        let all = kitty + sixel + Self.queries(strings: capabilities.answersStrings)
        queries = capabilities.answersQueries ? all : capabilities.answersFirstQuery ? Self.firstQuery : []
    }

    /// Queries in this order: mode 2026, XTVERSION, DA2, XTGETTCAP of "RGB", the background, the size of a cell,
    /// kitty's keyboard flags, DA1.
    private static func queries(strings: Bool) -> [UInt8] {
        bytes(
            "\u{1B}[?2026$p"
                + (strings ? "\u{1B}[>0q\u{1B}[>c\u{1B}P+q524742\u{1B}\\\u{1B}]11;?\u{1B}\\" : "\u{1B}[>c")
                + "\u{1B}[16t\u{1B}[?u\u{1B}[c")
    }

    /// Writes ▀ on the blank screen, queries the cursor's position, and erases the block. Only this shows whether the
    /// terminal makes East Asian ambiguous characters two columns wide, or does not decode UTF-8. It uses the second
    /// row, because the answer for the first one, `CSI 1 ; 2 R`, also means Shift+F3.
    static let widthProbe: [UInt8] = bytes("\u{1B}[2;1H\u{2580}\u{1B}[6n\r\u{1B}[K\u{1B}[H")

    /// Sends a picture of one pixel that is not shown. A terminal with kitty's graphics answers.
    private static let kittyQuery = bytes("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\")
    /// Sends a picture of one pixel in shared memory that is not shown. A terminal that can read it answers OK.
    static func memoryQuery(_ name: String) -> [UInt8] {
        bytes("\u{1B}_Gi=32,s=1,v=1,a=q,t=s,f=24;") + Base64.encoded(Array(name.utf8)) + endString
    }

    /// Queries the number of sixel's colour registers (XTSMGRAPHICS). DA1 reports sixel itself.
    private static let sixelQuery = bytes("\u{1B}[?1;1;0S")

    /// Ends an incomplete transmission; kitty would take CAN for a part of it.
    private static let endString = bytes("\u{1B}\\")

    /// Deletes kitty's images on the shown screen, which holds only the program's own.
    static let deleteImages = bytes("\u{1B}_Ga=d,d=A,q=2\u{1B}\\")

    static func deleteImage(_ number: Int) -> [UInt8] { bytes("\u{1B}_Ga=d,d=I,i=\(number),q=2\u{1B}\\") }

    /// The image stays.
    static func deletePlacement(_ placement: Int, of number: Int) -> [UInt8] {
        bytes("\u{1B}_Ga=d,d=i,i=\(number),p=\(placement),q=2\u{1B}\\")
    }

    /// Writes `OSC 2`. Removes control characters and cuts after 200 scalars.
    static func title(_ text: String) -> [UInt8] {
        let clean = text.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.prefix(200)
        return bytes("\u{1B}]2;" + String(String.UnicodeScalarView(clean)) + "\u{7}")
    }

    /// In bytes. tmux's and xterm's limits are larger.
    static let clipboardLimit = 64 << 10

    /// Writes `OSC 52` in base 64, so that the text cannot contain a command.
    static func copy(_ text: String) -> [UInt8] {
        bytes("\u{1B}]52;c;") + Base64.encoded(Array(text.utf8)) + bytes("\u{7}")
    }

    /// Wraps a sequence for the terminal around tmux (`allow-passthrough`) or GNU screen.
    static func passed(through around: Around, _ sequence: [UInt8]) -> [UInt8] {
        switch around {
        case .tmux:
            bytes("\u{1B}Ptmux;") + sequence.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] } + bytes("\u{1B}\\")
        case .screen: bytes("\u{1B}P") + sequence + bytes("\u{1B}\\")
        }
    }

    enum Around { case tmux, screen }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
