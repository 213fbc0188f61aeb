import Cells
import ClassRules
import Classes
import Library
import PlayCore

package struct LiveCommandLine: Sendable, Equatable {
    package internal(set) var line: LineEditor
    package internal(set) var completion: WordCompletion?
    /// Why the line is no command; kept until the next key.
    package internal(set) var problem: String?
    /// Whether the rest of the path is being looked up on the disk.
    var isCompleting = false
    /// The index of the recalled line among the earlier ones, the oldest first.
    var recalled: Int?

    package init(_ text: String = "") { line = LineEditor(text) }

    mutating func offer(_ live: LiveScreen, names: [String]) {
        let head = line.head
        let (name, rest) = LiveCommand.parts(head)
        guard head.contains(where: \.isWhitespace) else {
            let typed = name.lowercased()
            let entries = LiveCommand.offered(to: live.view).filter { $0.name.hasPrefix(typed) }
            completion = WordCompletion(
                word: name,
                entries.map {
                    .init(
                        $0.usage.isEmpty ? $0.name : $0.name + " " + $0.shownUsage,
                        inserting: $0.usage.isEmpty ? $0.name : $0.name + " ")
                })
            return
        }
        switch LiveCommand.all.first(where: { $0.name == name })?.argument {
        case .onOff, .device: complete(rest, ["on", "off"])
        case .link: complete(rest, LiveLink.allCases.map(\.rawValue))
        case .definition: complete(rest, PictureDefinition.allCases.map(\.rawValue))
        case .rotation: complete(rest, CameraRotation.allCases.map { String($0.rawValue) })
        case .smoothing: complete(rest, ["on", "off"] + CameraSmoothing.levels.map(String.init))
        case .handTime: complete(rest, ["stay"])
        case .timer: complete(rest, ["pause", "resume", "off"])
        case .share: complete(rest, ["terminal", "screen", "window", "off"])
        case .waiting: complete(rest, ["all"] + live.view.machine.waiting.map(\.name))
        case .personAndText where !live.view.leads:
            let staff = live.view.state.users.list.elements.map(\.user).filter(\.role.leadsRoom)
            completion = WordCompletion(message: head, names: staff.map(\.name))
        case .personAndSeconds, .personAndText: completion = WordCompletion(message: head, names: names)
        default: completion = nil
        }
    }

    private mutating func complete(_ word: String, _ words: [String]) {
        completion = WordCompletion(
            word: word, words.filter { $0.hasPrefix(word) }.map { .init($0, inserting: $0) })
    }

    /// The path in the line; `nil` unless the command takes a file.
    var path: String? {
        let (name, rest) = LiveCommand.parts(line.text)
        let takesPath = LiveCommand.all.contains {
            $0.name == name && ($0.argument == .path || $0.argument == .optionalPath)
        }
        return takesPath ? rest : nil
    }

    /// Completes the path, unless the text has changed meanwhile.
    mutating func complete(_ answer: PathCompletion.Answer) {
        isCompleting = false
        guard let path, path == answer.text else { return }
        let (name, _) = LiveCommand.parts(line.text)
        line = LineEditor(name + " " + answer.completed)
        completion = nil
        problem = answer.candidates.isEmpty ? nil : answer.candidates.prefix(20).joined(separator: "  ")
    }
}

extension LiveCommandLine: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { true }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard var field = state.liveCommandLine, let live = state.room?.live else { return nil }
        field.problem = nil
        switch key {
        case KeyPress(.escape):
            state.liveCommandLine = nil
            return []
        case KeyPress(.backspace) where field.line.isEmpty:
            state.liveCommandLine = nil
            return []
        case KeyPress(.enter): return state.runLiveCommand(field, live, at: now)
        case KeyPress(.tab) where field.path != nil:
            field.isCompleting = true
            state.liveCommandLine = field
            return [.library(.complete(field.path ?? ""))]
        case KeyPress(.tab): field.completion?.step(1, in: &field.line)
        case KeyPress(.tab, .shift): field.completion?.step(-1, in: &field.line)
        default:
            if field.line.press(key) { field.offer(live, names: state.room?.mentionNames ?? []) }
        }
        state.liveCommandLine = field
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.liveCommandLine?.line.type(text)
        state.liveCommandLine?.completion = nil
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let field = state.liveCommandLine else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let (columns, row) = (state.terminal.columns, geometry.messageRow)
        canvas.cells.fill(Rect(column: 0, row: row, width: columns, height: 1))
        canvas.cells.write(":", column: 1, row: row, style: Theme.accentBold)
        canvas.cells.write(field.line, column: 2, columns: max(1, columns - 3), row: row)
        guard row > 0, field.problem != nil || field.completion != nil else { return }
        canvas.cells.fill(Rect(column: 0, row: row - 1, width: columns, height: 1))
        if let problem = field.problem {
            let text = SafeText.clean(problem, limit: 400)
            canvas.cells.write(glyphs.fitted(text, columns - 2), column: 1, row: row - 1, style: Theme.warning)
        } else if let completion = field.completion {
            canvas.cells.write(completion, column: 1, columns: columns - 2, row: row - 1, glyphs)
        }
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .otherItem, state.room?.live == nil { state.liveCommandLine = nil }
    }
}

extension AppState {
    package internal(set) var liveCommandLine: LiveCommandLine? {
        get { layers.value { if case .liveCommand(let line) = $0 { line } else { nil } } }
        set { layers.set(LiveCommandLine.self, newValue.map(Layer.liveCommand)) }
    }

    mutating func openCommandLine() -> [Effect] {
        guard let room, let live = room.live else { return [] }
        var field = LiveCommandLine()
        field.offer(live, names: room.mentionNames)
        liveCommandLine = field
        return []
    }

    fileprivate mutating func runLiveCommand(
        _ field: LiveCommandLine, _ live: LiveScreen, at now: HostTime
    ) -> [Effect] {
        guard field.line.text.contains(where: { !$0.isWhitespace }) else {
            liveCommandLine = nil
            return []
        }
        let users = room?.view.people.map(\.user) ?? []
        let command: LiveCommand
        do {
            command = try LiveCommand(field.line.text, users: users, live.view)
        } catch {
            liveCommandLine?.problem = error.words
            return []
        }
        liveCommandLine = nil
        return run(command, live, at: now)
    }

    private mutating func run(_ command: LiveCommand, _ live: LiveScreen, at now: HostTime) -> [Effect] {
        switch command {
        case .wish(let wish): return self.wish(wish, at: now)
        case .asksFirst(let wish, let question): return ask(question, before: wish, at: now)
        case .upload(let path, let purpose): return upload(path, purpose, live, at: now)
        case .cancelUpload: return live.view.upload == nil ? [] : [.live(.cancelUpload)]
        case .documents: return open(.documents, at: now)
        case .ownMedia(let order): return [.ownMedia(order)]
        case .captureDevices: return open(.captureDevices, at: now)
        case .receiveLink(let link): return [.room(.receive(by: link))]
        case .shareTerminal(let choice): return [.live(.shareTerminal(choice))]
        case .endSharing: return endSharing(live, at: now)
        case .report(let path): return saveReport(path, live, at: now)
        case .surveyForm: return openSurveyForm(at: now)
        case .roomInfo:
            toggleStatistics(at: now)
            return []
        }
    }

    /// Ends what the viewer shares; a teacher may end anyone's terminal.
    private mutating func endSharing(_ live: LiveScreen, at now: HostTime) -> [Effect] {
        // Also ends the search for a window.
        let screen = Effect.ownMedia(.turn(.screen, isOn: false))
        if live.view.sharesTerminal { return [screen, .live(.endTerminal)] }
        return [screen] + (live.own.sharesScreen ? [] : wish(.endTerminal, at: now))
    }

    private mutating func saveReport(_ path: String?, _ live: LiveScreen, at now: HostTime) -> [Effect] {
        if let error = ClassReport.refusal(to: ClassRole(live.view.me.role)) {
            message = Message(error.words, .warning, at: now)
            return []
        }
        return [.live(.saveReport(path))]
    }

    private mutating func upload(
        _ path: String, _ purpose: ClassUpload.Purpose, _ live: LiveScreen, at now: HostTime
    ) -> [Effect] {
        if purpose == .message, let lock = live.view.chatLock(at: now) {
            message = Message(lock.words, .warning, at: now)
            return []
        }
        let wait = live.view.chatWait(at: now)
        if purpose == .message, wait > 0 {
            message = Message(SlowMode.words(wait: wait), .warning, at: now)
            return []
        }
        if purpose == .document, let error = live.refusal(of: .addDocument(ClassDocument(id: "")), at: now),
            error.kind == .invalidUserRole
        {
            message = Message(error.words, .warning, at: now)
            return []
        }
        let name = path.lowercased()
        let endings = [".png", ".jpg", ".jpeg"] + (purpose == .document ? [".pdf"] : [])
        guard endings.contains(where: name.hasSuffix) else {
            let words =
                purpose == .document
                ? tr("Documents are PNG or JPEG pictures, or PDF") : tr("Only PNG and JPEG pictures can be sent")
            message = Message(words, .warning, at: now)
            return []
        }
        guard live.view.upload == nil else {
            message = Message(tr("Another file is being sent (:cancel-upload stops it)"), .warning, at: now)
            return []
        }
        return [.live(.upload(path: path, purpose))]
    }
}
