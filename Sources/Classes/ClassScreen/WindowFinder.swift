import ClassRules
import Media
import PlayCore
import Processes

struct XWindow: Equatable {
    let id: UInt32
    /// Unverified text.
    let title: String

    /// Reads `xwininfo -root -tree`: `0x40000a "Title": ("name" "Class")  200x150+0+0  +0+0`. Returns `nil` for other
    /// lines, and for windows without a title or a program.
    init?(line: some StringProtocol) {
        guard let start = line.firstIndex(where: { $0 != " " }), line[start...].hasPrefix("0x"),
            let id = CaptureAddress.windowID(line[start...].prefix { $0 != " " }),
            let open = line.firstIndex(of: "\""), let close = line.ranges(of: "\": (\"").last?.lowerBound, open < close
        else { return nil }
        self.id = id
        title = String(line[line.index(after: open)..<close])
    }

    static func list(_ output: [UInt8]) -> [XWindow] {
        String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { XWindow(line: $0) }
    }

    /// Reads the answer to a click: `xwininfo: Window id: 0x40000a "Title"`.
    static func clicked(_ output: [UInt8]) -> UInt32? {
        let text = String(decoding: output, as: UTF8.self)
        guard let mark = text.firstRange(of: "Window id: ") else { return nil }
        return CaptureAddress.windowID(text[mark.upperBound...].prefix { !$0.isWhitespace })
    }
}

/// Finds the window to share by its title, or by the viewer's click, on the thread `window-find`. Main thread.
final class WindowFinder {
    typealias Output = (status: Int32, output: [UInt8], messages: [UInt8])
    typealias Run = @Sendable ([String], HostTime, CancelToken) throws(ProgramError) -> Output

    enum Found: Equatable, Sendable {
        case window(UInt32)
        /// In the viewer's language; unverified.
        case problem(String)
    }

    private static let listTime = HostTime.seconds(5)
    private static let clickTime = HostTime.seconds(60)
    private static let listBytes = 4 << 20
    private static let mostTitles = 5

    let wakeUp = WakeUp()
    private let run: Run
    private let found = Monitor<Found?>(nil)
    private var cancel = CancelToken()
    private var thread: WorkerThread?

    /// - Parameter run: runs a program, within a time; blocks.
    init(_ run: @escaping Run = WindowFinder.program) { self.run = run }

    @Sendable static func program(
        _ words: [String], _ time: HostTime, _ cancel: CancelToken
    ) throws(ProgramError) -> Output {
        let limits = ProgramRun.Limits(time: time, outputBytes: listBytes)
        let result = try ProgramRun.run(words, limits: limits, cancel: cancel)
        return (result.status, result.output, result.messages)
    }

    /// - Parameter title: a part of the title, or `nil` to wait for a click.
    func find(_ title: String?) {
        stop()
        let (run, cancel, found, wakeUp) = (run, cancel, found, wakeUp)
        thread = WorkerThread(name: "window-find") {
            let new = Self.find(title, run, cancel)
            guard !cancel.isCancelled else { return }
            found.withLock { $0 = new }
            wakeUp.signal()
        }
    }

    func takeFound() -> Found? {
        found.withLock { found in
            defer { found = nil }
            return found
        }
    }

    func stop() {
        cancel.cancel()
        thread?.join()
        (thread, cancel) = (nil, CancelToken())
        _ = takeFound()
    }

    private static func find(_ title: String?, _ run: Run, _ cancel: CancelToken) -> Found {
        do throws(ProgramError) {
            let words = ["xwininfo"] + (title == nil ? [] : ["-root", "-tree"])
            let result = try run(words, title == nil ? clickTime : listTime, cancel)
            guard result.status == 0 else {
                let said = String(decoding: result.messages, as: UTF8.self).split(separator: "\n").last ?? ""
                return .problem(tr("The X11 display does not respond: %1", String(said)))
            }
            if let title { return choose(title, of: XWindow.list(result.output)) }
            return XWindow.clicked(result.output).map { .window($0) } ?? .problem(tr("No window was chosen"))
        } catch {
            guard case .notStarted = error.cause else { return .problem(error.description) }
            return .problem(tr("Finding a window needs xwininfo: install x11-utils (%1)", error.description))
        }
    }

    /// Prefers the window whose whole title matches.
    static func choose(_ title: String, of windows: [XWindow]) -> Found {
        let wanted = title.lowercased()
        let matching = windows.filter { $0.title.lowercased().contains(wanted) }
        let equal = matching.filter { $0.title.lowercased() == wanted }
        let chosen = equal.isEmpty ? matching : equal
        guard let first = chosen.first else { return .problem(tr("No window is called %1", title)) }
        if chosen.count == 1 { return .window(first.id) }
        let names = chosen.prefix(mostTitles).map { "\($0.title) (0x\(String($0.id, radix: 16)))" }
        return .problem(tr("Several windows match, choose one by its id: %1", names.listed))
    }

    /// Returns `nil` if this desktop can be shared.
    static func refusal(
        _ choice: ScreenChoice, _ environment: (String) -> String? = ProcessEnvironment.text
    ) -> String? {
        func has(_ name: String) -> Bool { environment(name)?.isEmpty == false }
        let isWayland = has("WAYLAND_DISPLAY") || environment("XDG_SESSION_TYPE") == "wayland"
        if isWayland, choice == .desktop || !has("DISPLAY") {
            return tr("Wayland does not let tvplay capture it: :share terminal, or :share window of an X11 program")
        }
        return has("DISPLAY") ? nil : tr("No X11 display is known here (DISPLAY); :share terminal needs none")
    }
}
