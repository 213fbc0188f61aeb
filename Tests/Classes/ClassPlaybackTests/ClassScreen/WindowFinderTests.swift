import ClassRules
import PlayCore
import Processes
import TestSupport
import Testing

@testable import ClassScreen

@Suite("Finding the window to share")
struct WindowFinderTests {
    /// xwininfo 1.1.5.
    private static let tree = #"""

        xwininfo: Window id: 0x50d (the root window) (has no name)

          Root window id: 0x50d (the root window) (has no name)
          Parent window id: 0x0 (none)
             2 children:
             0x200030 "Notes: "draft" (1)": ("xmessage" "Xmessage")  70x68+0+0  +0+0
                1 child:
                0x200031 (has no name): ()  70x68+0+0  +1+1
             0x40000a "xclock": ("xclock" "XClock")  200x150+300+200  +300+200
             0x40000b "xclock 2": ("xclock" "XClock")  200x150+300+200  +300+200
        """#

    private let windows = XWindow.list(Array(tree.utf8))

    @Test("windows with a title and a program are read from the list of all windows")
    func list() {
        expect(windows.map(\.title), is: ["Notes: \"draft\" (1)", "xclock", "xclock 2"])
        expect(windows.map(\.id), is: [0x200030, 0x40000A, 0x40000B])
        for line in ["", "0x", "0x1 \"", "0x1 \"a\"", "0xfffffffff \"a\": (\"b\" \"B\")"] {
            expect(XWindow(line: line), is: nil)
        }
    }

    @Test(
        "a whole title has priority over a part of one, and a title that several windows have is not guessed",
        arguments: [
            ("XCLOCK", WindowFinder.Found.window(0x40000A)), ("draft", .window(0x200030)),
            ("clock 2", .window(0x40000B)),
            ("clock", .problem("Several windows match, choose one by its id: xclock (0x40000a), xclock 2 (0x40000b)")),
            ("gimp", .problem("No window is called gimp")),
        ])
    func choice(_ title: String, _ found: WindowFinder.Found) {
        expect(WindowFinder.choose(title, of: windows), is: found)
    }

    @Test(
        "a search reports the clicked window, or why there is none",
        arguments: [
            (#"xwininfo: Window id: 0x40000a "xclock""#, Int32(0), WindowFinder.Found.window(0x40000A)),
            ("", 0, .problem("No window was chosen")),
            ("", 1, .problem("The X11 display does not respond: no display")),
        ])
    func click(_ output: String, _ status: Int32, _ expected: WindowFinder.Found) {
        let finder = WindowFinder { _, _, _ throws(ProgramError) in
            (status, Array(output.utf8), Array("xwininfo:\nno display\n".utf8))
        }
        defer { finder.stop() }
        finder.find(nil)
        var found = finder.takeFound()
        while found == nil, finder.wakeUp.wait() { found = finder.takeFound() }
        expect(found, is: expected)
    }

    @Test("without xwininfo, the message names the package and the way without it")
    func absent() {
        let finder = WindowFinder { words, _, _ throws(ProgramError) in
            throw ProgramError(program: words[0], cause: .notStarted(2))
        }
        defer { finder.stop() }
        finder.find("a")
        var found = finder.takeFound()
        while found == nil, finder.wakeUp.wait() { found = finder.takeFound() }
        guard case .problem(let words)? = found else { return expect(found, is: nil) }
        #expect(words.contains("install x11-utils"))
    }

    @Test(
        "a desktop without X11 is refused with a way that works, and a window of X11 under Wayland is not",
        arguments: [
            (["DISPLAY": ":0"], ScreenChoice.desktop, false), (["DISPLAY": ":0"], .window(nil), false),
            ([:], .desktop, true), (["DISPLAY": ""], .window(nil), true),
            (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"], .desktop, true),
            (["DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"], .desktop, true),
            (["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"], .window(nil), false),
            (["WAYLAND_DISPLAY": "wayland-0"], .window(nil), true),
        ])
    func desktops(_ environment: [String: String], _ choice: ScreenChoice, _ isRefused: Bool) {
        let words = WindowFinder.refusal(choice) { environment[$0] }
        expect(words != nil, is: isRefused)
        if let words { #expect(words.contains(":share terminal")) }
    }
}
