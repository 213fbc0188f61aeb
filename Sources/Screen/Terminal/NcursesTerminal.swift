import CPlatform
package import Cells
package import PlayCore
import Processes

/// The terminal: ncurses draws rows of chrome, the frame encoder rows with picture. Main thread only. All output goes
/// through one queue, a frame in one `write`. A slow terminal never blocks the program: the rest waits in the queue,
/// and ``canPresent`` is false until it is written.
package final class NcursesTerminal: TerminalBackend {
    package internal(set) var size: TerminalSize
    package private(set) var capabilities: TerminalCapabilities
    /// False also if blocks and lines are not one column wide.
    package var isUTF8: Bool { options.isUTF8 && capabilities.blockWidth == 1 }

    let term: String
    let environment: [String: String]
    let options: TerminalOptions
    let terminfo: TerminfoEntry
    let device: TerminalDevice
    let signals: SignalSource?
    let queue = OutputQueue()
    let tmux: TmuxWatch?
    var estimator: LinkEstimator
    /// The bytes reported to the estimator since the start.
    var reportedBytes: Int64 = 0
    package private(set) var lastOutcome = FrameOutcome()
    var strings: ControlStrings
    var presence = Presence.shown
    /// Whether another process group has the terminal while this process continues. Nothing is read or written then.
    var isAway = false
    var isDirectBehindTmux: Bool?
    var isDetached = false
    var hasLostFront = false
    /// The terminal's title, set again when the program takes the terminal back.
    private(set) var title: String?
    /// Stops the process group. Tests replace it, because they share their process with others.
    var stopProcess: () -> Void = SignalSource.stopProcessGroup

    // The drawers of the screen, created again whenever the terminal's contents are lost.
    private var curses: CursesScreen?
    private(set) var encoder: FrameEncoder
    private var owners: [RowOwner]
    var graphics = GraphicsLayer()
    var sharedPictures: SharedPictures?
    /// Whether a picture waits until the terminal has read the shared memory of earlier ones.
    var picturesWait = false
    var hyperlinks = HyperlinkLayer()
    private var isStale = false
    /// Whether an answer of the terminal changed colours or glyphs, but not the size.
    private var hasNewLook = false

    /// The due time of the next frame. If it is soon, the bytes wait for it. ``present(_:includesPicture:)`` clears it.
    package var frameDue: HostTime?
    var heldUntil: HostTime?

    var parser: InputParser
    var parserDeadline: HostTime?
    var pendingEvents: [InputEvent] = []
    /// Kept to reuse their memory.
    var pollRequests: [pollfd] = []
    var wakeUpSet = DescriptorSet([])
    /// First the remembered ones, then those of this run.
    var replies: [TerminalReply] = []
    private let memoryFile: TerminalMemoryFile?
    private var rememberedMemory = TerminalMemory()
    package var memory = TerminalMemory()
    var isInputClosed = false
    /// Whether Ctrl-Z was pressed. The loop gets one turn to pause playback, then the program stops.
    var suspendsNext = false
    var hasPushedKeyboard = false

    private(set) var isClosed = false

    /// The longest hold. Pictures come a few milliseconds early; one that is due later follows another clock.
    private static let longestHold = HostTime.milliseconds(25)
    private static let shortRoundTrip = HostTime.milliseconds(10)

    /// Opens the terminal and sets it up. Before, call ``SignalSource/block()`` in `main`, and set LC_CTYPE to a UTF-8
    /// locale, because ncurses uses libc's widths.
    ///
    /// Queries are sent without waiting for the answers, which change ``colorDepth`` later, with a `.resized` event.
    package init(options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
        let environment = options.environment ?? Self.processEnvironment()
        let term = environment["TERM"] ?? ""
        if term == "dumb" { throw TerminalError(.termTooSimple, operation: "TERM", context: term) }
        let device = try TerminalDevice(path: options.ttyPath)
        let size = device.size
        let (curses, terminfo) = try Self.describe(term, size)

        self.options = options
        self.environment = environment
        self.term = term
        self.device = device
        tmux = TmuxWatch(environment: environment)
        self.terminfo = terminfo
        self.size = size
        self.curses = curses
        memoryFile = TerminalMemoryFile(environment: environment, term: term)
        if let known = memoryFile?.read() {
            rememberedMemory = known
            memory.linkRate = known.linkRate
            memory.linkRoundTrip = known.linkRoundTrip
            replies = known.replies
        }
        capabilities = TerminalCapabilities.detect(
            term: term, environment: environment, terminfo: terminfo, colorOverride: options.colorOverride,
            replies: replies)
        strings = ControlStrings(terminfo: terminfo, capabilities: capabilities, options: options)
        encoder = FrameEncoder(columns: size.columns, rows: size.rows, profile: EncoderProfile())
        owners = []
        parser = InputParser(keys: terminfo.keys)
        signals = options.handlesSignals ? try SignalSource() : nil
        // A terminal that has answered before is not tested again for answers.
        let isKnown = !terminfo.isStandIn || !replies.isEmpty
        estimator = LinkEstimator(
            answersQueries: capabilities.answersQueries || capabilities.answersFirstQuery || !isKnown,
            mayBeNear: device.isPseudoTerminal && !Self.leadsElsewhere(environment),
            bytesPerSecondCap: options.bytesPerSecondCap, at: SystemClock().now)
        resetEncoder()
        if isKnown { begin() } else { askWhetherThere() }
    }

    deinit { close() }

    package var colorDepth: ColorDepth { capabilities.colorDepth }
    package var background: Color? { capabilities.background }
    package var keyReach: KeyReach { capabilities.keyReach }
    package var reordersText: Bool { isUTF8 && (options.reordersText ?? !capabilities.reordersText) }
    /// Whether a frame is held until ``frameDue``. Not on a line with a longer delay of its own.
    package var holdsFrames: Bool { estimator.roundTripTime.map { $0 < Self.shortRoundTrip } ?? false }
    package var canPresent: Bool { queue.count == 0 && presence == .shown && !isClosed && !isAway }
    package var bytesWritten: Int64 { queue.bytesWritten }

    package func invalidate() {
        // Also ends the event about a new look, which needs less.
        if !hasNewLook { isStale = true }
    }

    package func setTitle(_ title: String?) {
        self.title = title
        guard options.setsTitle, capabilities.hasTitle, presence == .shown, !isClosed, !isAway else { return }
        queue.append(ControlStrings.title(title ?? ""))
        flush()
    }

    package func close() {
        guard !isClosed else { return }
        leaveForGood()
        isClosed = true
        curses = nil
        device.restoreFlags()
        remember()
    }

    /// Returns whether the environment indicates another machine, or a multiplexer whose client may be elsewhere.
    static func leadsElsewhere(_ environment: [String: String]) -> Bool {
        ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY", "TMUX", "STY"].contains { !(environment[$0] ?? "").isEmpty }
    }

    private static func processEnvironment() -> [String: String] {
        var found: [String: String] = [:]
        let names = [
            "TERM", "COLORTERM", "NO_COLOR", "TMUX", "TMUX_PANE", "STY", "TERM_PROGRAM", "TERM_PROGRAM_VERSION",
            "XTERM_VERSION", "SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY",
            "VTE_VERSION", "KONSOLE_VERSION", "COLORFGBG", "WT_SESSION", "KITTY_WINDOW_ID", "XDG_RUNTIME_DIR",
        ]
        for name in names { if let value = getenv(name) { found[name] = String(cString: value) } }
        return found
    }

    @discardableResult
    func flush() -> OutputQueue.Progress {
        heldUntil = nil
        reportWritten()
        let progress = queue.flush(device.write)
        estimator.ttyTook(queue.bytesWritten, isBlocked: progress == .blocked, at: SystemClock().now)
        if progress == .gone { noteHangUp() }
        return progress
    }

    func noteHangUp() {
        guard !isInputClosed else { return }
        isInputClosed = true
        pendingEvents.append(.inputClosed)
    }
}

// MARK: - Presenting

extension NcursesTerminal {
    package func present(_ frame: ScreenFrame, includesPicture: Bool) {
        let due = frameDue
        frameDue = nil
        guard !isClosed, keepsTerminal() else { return }
        let allowance = includesPicture ? pictureAllowance ?? .chromeOnly : .chromeOnly
        let start = queue.count
        let train = beginTrain(includesPicture)
        if capabilities.hasSynchronizedOutput { queue.append(ControlStrings.beginUpdate) }
        let body = queue.count
        if isStale {
            clearScreen()
        } else if hasNewLook {
            rewrite()
        }
        hasNewLook = false
        let change = graphicsChange(for: frame)
        for row in change?.lostRows ?? 0..<0 {
            encoder.forget(row: row)
            hyperlinks.forget(row: row)
        }
        presentChrome(frame)
        presentPicture(frame, allowance)
        presentLinks(frame, profile: encoder.profile)
        if let change { write(change, frame) }
        if picturesWait { lastOutcome.isApproximate = true }
        guard queue.count > body else { return queue.truncate(to: start) }
        if capabilities.hasSynchronizedOutput { queue.append(ControlStrings.endUpdate) }
        lastOutcome.bytes = queue.count - start
        endTrain(train, allowance)
        hold(until: due)
        if heldUntil == nil { flush() }
    }

    /// Holds a picture until it is due, so that pictures with uneven rendering times appear evenly.
    private func hold(until due: HostTime?) {
        guard let due, holdsFrames else { return }
        let rest = due - SystemClock().now
        if rest > .zero, rest <= Self.longestHold { heldUntil = due }
    }

    /// Decides which rows ncurses owns, and makes it write the changed ones.
    private func presentChrome(_ frame: ScreenFrame) {
        for row in 0..<encoder.rows {
            let owner = curses.map {
                RowOwner(
                    row: row, isLast: row == encoder.rows - 1, of: frame, columns: encoder.columns,
                    profile: encoder.profile, colorCount: $0.colorCount)
            }
            setOwner(owner ?? .writer, of: row)
        }
        guard let curses else { return }
        for row in 0..<encoder.rows where owners[row] == .curses {
            let isWritten: Void? = encoder.withChangedRow(row, of: frame) { cells in
                curses.write(row: row, cells, profile: encoder.profile)
            }
            if isWritten != nil { encoder.accept(row: row) }
        }
        curses.moveOutput(into: queue)
    }

    private func setOwner(_ owner: RowOwner, of row: Int) {
        guard owners[row] != owner else { return }
        owners[row] = owner
        encoder.forget(row: row)
        hyperlinks.forget(row: row)
        if owner == .writer { curses?.release(row: row) }
    }

    /// Writes the picture. The terminal saves cursor and style around it, so that ncurses's state stays right.
    private func presentPicture(_ frame: ScreenFrame, _ allowance: LinkAllowance) {
        let start = queue.count
        queue.append(ControlStrings.saveCursor)
        if capabilities.wrapsAtOnce { queue.append(ControlStrings.stopWrapping) }
        let body = queue.count
        encoder.begin(frame, allowance: allowance, isWritten: { owners[$0] == .writer })
        for step in 0..<encoder.rows {
            let row = encoder.row(at: step)
            guard owners[row] == .writer else { continue }
            let output = queue.reserve(encoder.maximumRowBytes)
            queue.commit(encoder.encode(row: row, of: frame, into: output))
        }
        lastOutcome = encoder.end()
        if queue.count == body {
            queue.truncate(to: start)
        } else {
            if capabilities.wrapsAtOnce { queue.append(ControlStrings.wrap) }
            queue.append(ControlStrings.restoreCursor)
        }
    }

    /// Creates ncurses and the encoder again, for a blank screen with the cursor at the upper left.
    func resetShown() {
        curses = nil
        // Without ncurses, which fails here only for lack of memory or descriptors, the picture writer draws every row.
        if !terminfo.isStandIn { curses = try? CursesScreen(term: term, columns: size.columns, rows: size.rows) }
        resetEncoder()
    }

    private func resetEncoder() {
        isStale = false
        forgetGraphics()
        hyperlinks.forget()
        encoder = makeEncoder()
        encoder.assumeBlank()
        estimator.screenBytes = size.columns * size.rows * LinkTuning.bytesPerCell
        owners = [RowOwner](repeating: .curses, count: size.rows)
    }

    /// Writes all rows over the current contents, without clearing, so that unchanged parts do not flicker.
    private func rewrite() {
        encoder = makeEncoder()
        hyperlinks.forget()
        for row in owners.indices where owners[row] == .curses {
            owners[row] = .writer
            curses?.release(row: row)
        }
    }

    private func makeEncoder() -> FrameEncoder {
        let encoder = FrameEncoder(columns: size.columns, rows: size.rows, profile: profile)
        encoder.quality = options.quality
        return encoder
    }

    private var profile: EncoderProfile {
        EncoderProfile(
            colorDepth: colorDepth, hasDirectColor: capabilities.hasDirectColor,
            isUTF8: options.isUTF8 && capabilities.blockWidth < 3, hasWideAmbiguous: capabilities.blockWidth == 2,
            hasBackColorErase: capabilities.hasBackColorErase, hasRepeat: capabilities.hasRepeat)
    }

    private func clearScreen() {
        queue.append((terminfo.strings["sgr0"] ?? []) + (terminfo.strings["clear"] ?? []))
        resetShown()
    }
}

// MARK: - Entering and leaving

extension NcursesTerminal {
    /// Sets modes and the alternate screen, which is then blank.
    func enter() {
        device.enterRawMode()
        armGuards()
        guard presence == .shown else { return }
        queue.append(strings.enter)
        if hasPushedKeyboard { queue.append(ControlStrings.pushKeyboard) }
        queue.append(ControlStrings.keys(capabilities))
        flush()
    }

    private func armGuards() {
        let reset = presence == .shown ? strings.leave : []
        CrashGuard.arm(descriptor: device.descriptor, modes: device.originalModes, reset: reset)
        options.front?.noteReset(reset)
        if presence == .shown { ErrorDiversion.begin() }
    }

    /// Restores the terminal; waits at most a second for one that accepts no output.
    func leave() {
        restoreScreen()
        readLastAnswers()
        device.restore()
        CrashGuard.disarm()
    }

    func restoreScreen() {
        // The queue is for a screen that disappears; the CAN in `leave` ends an incomplete sequence.
        dropQueue()
        if presence == .shown { queue.append(strings.leave) }
        let deadline = SystemClock().now + .seconds(1)
        while flush() == .blocked {
            let rest = deadline - SystemClock().now
            if rest <= .zero { break }
            var request = pollfd(fd: device.descriptor, events: Int16(POLLOUT), revents: 0)
            poll(&request, 1, Int32(rest.nanoseconds / 1_000_000) + 1)
        }
        dropQueue()
        // Still armed until the modes are restored.
        CrashGuard.arm(descriptor: device.descriptor, modes: device.originalModes, reset: [])
        ErrorDiversion.end()
        sharedPictures?.removeAll()
    }

    /// Forgets the terminal's contents if a part of them is unknown.
    func noteResize() {
        size = sizeWithCells(device.size)
        isStale = true
        hasNewLook = false
        pendingEvents.append(.resized)
    }

    /// Applies an answer to the terminal's capabilities; the next frame is written in full.
    func handle(_ reply: TerminalReply) {
        noteAnswer(reply)
        guard reply != .deviceStatus, memory.replies.count < 64 else { return }
        memory.replies.removeAll { $0.answersSame(as: reply) }
        memory.replies.append(reply)
        let isFirstAnswer = presence != .shown || capabilities.answersFirstQuery
        if case .deviceAttributes = reply, !isFirstAnswer {
            // The last query is answered: remembered answers that were not confirmed no longer count.
            replies = memory.replies
            remember()
        } else {
            replies.append(reply)
        }
        let before = capabilities
        capabilities = TerminalCapabilities.detect(
            term: term, environment: environment, terminfo: terminfo, colorOverride: options.colorOverride,
            replies: replies)
        // The query's object is then unread.
        if capabilities.isIdentified, !capabilities.readsSharedMemory { sharedPictures?.removeAll() }
        guard capabilities != before || presence != .shown else { return }
        strings = ControlStrings(terminfo: terminfo, capabilities: capabilities, options: options)
        armGuards()
        if case .deviceAttributes = reply, isFirstAnswer { askOn() }
        if capabilities.hasKittyKeyboard, !hasPushedKeyboard {
            hasPushedKeyboard = true
            queue.append(ControlStrings.pushKeyboard)
            flush()
        }
        if presence == .shown, ControlStrings.keys(capabilities) != ControlStrings.keys(before) {
            queue.append(ControlStrings.keys(capabilities))
            flush()
        }
        let resized = sizeWithCells(device.size)
        // The size may change before the signal for it is read. Then no part of the old screen fits.
        guard resized.columns == size.columns, resized.rows == size.rows else { return noteResize() }
        let isSameScreen =
            capabilities.colorDepth == before.colorDepth && capabilities.blockWidth == before.blockWidth
            && capabilities.hasRepeat == before.hasRepeat && resized == size
        size = resized
        if !isSameScreen {
            hasNewLook = true
            if !pendingEvents.contains(.resized) { pendingEvents.append(.resized) }
        }
    }

    private func remember() {
        guard memory != rememberedMemory, !memory.replies.isEmpty else { return }
        rememberedMemory = memory
        memoryFile?.write(memory)
    }
}
