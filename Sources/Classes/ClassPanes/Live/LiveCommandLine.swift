package import Cells
import ClassRules
import Classes
package import Library
package import PlayCore
package import ScreenKit

package struct LiveCommandLine: Sendable, Equatable {
    package internal(set) var line: LineEditor
    package internal(set) var completion: WordCompletion?
    /// The reason why the line was refused, kept until the next key.
    package internal(set) var problem: String?
    /// Whether a lookup of the path is pending.
    var isCompleting = false
    /// The index of the recalled line in the history, which starts with the oldest.
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

    /// The path in the line, or `nil` if the command takes none.
    var path: String? {
        let (name, rest) = LiveCommand.parts(line.text)
        let takesPath = LiveCommand.all.contains {
            $0.name == name && ($0.argument == .path || $0.argument == .optionalPath)
        }
        return takesPath ? rest : nil
    }

    /// Completes the path unless the text has changed since the request.
    mutating func complete(_ answer: PathCompletion.Answer) {
        isCompleting = false
        guard let path, path == answer.text else { return }
        let (name, _) = LiveCommand.parts(line.text)
        line = LineEditor(name + " " + answer.completed)
        completion = nil
        problem = answer.candidates.isEmpty ? nil : answer.candidates.prefix(20).joined(separator: "  ")
    }
}

extension LiveCommandLine: ClassPart {
    package static func isOpen(_ screen: ClassScreen) -> Bool { screen.commandLine != nil }

    package static func takesText(_ screen: ClassScreen) -> Bool { true }

    package static func press(
        _ key: KeyPress, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        guard var field = screen.commandLine, let live = screen.live else { return nil }
        field.problem = nil
        switch key {
        case KeyPress(.escape):
            screen.commandLine = nil
            return []
        case KeyPress(.backspace) where field.line.isEmpty:
            screen.commandLine = nil
            return []
        case KeyPress(.enter): return screen.run(field, live, at: now)
        case KeyPress(.tab) where field.path != nil:
            field.isCompleting = true
            screen.commandLine = field
            return [.order(.completePath(field.path ?? ""))]
        case KeyPress(.tab): field.completion?.step(1, in: &field.line)
        case KeyPress(.tab, .shift): field.completion?.step(-1, in: &field.line)
        default: if field.line.press(key) { field.offer(live, names: screen.mentionNames) }
        }
        screen.commandLine = field
        return []
    }

    package static func paste(
        _ text: String, in screen: inout ClassScreen, _ context: ClassContext, at now: HostTime
    ) -> ClassScreen.Consequences? {
        screen.commandLine?.line.type(text)
        screen.commandLine?.completion = nil
        return []
    }

    package static func draw(
        _ screen: ClassScreen, _ context: ClassContext, on canvas: inout CellBuffer, at now: HostTime
    ) {
        guard let field = screen.commandLine else { return }
        let glyphs = context.glyphs
        let (columns, row) = (context.terminal.columns, context.messageRow)
        canvas.fill(Rect(column: 0, row: row, width: columns, height: 1))
        canvas.write(":", column: 1, row: row, style: Theme.accentBold)
        canvas.write(field.line, column: 2, columns: max(1, columns - 3), row: row)
        guard row > 0, field.problem != nil || field.completion != nil else { return }
        canvas.fill(Rect(column: 0, row: row - 1, width: columns, height: 1))
        if let problem = field.problem {
            let text = SafeText.clean(problem, limit: 400)
            canvas.write(glyphs.fitted(text, columns - 2), column: 1, row: row - 1, style: Theme.warning)
        } else if let completion = field.completion {
            canvas.write(completion, column: 1, columns: columns - 2, row: row - 1, glyphs)
        }
    }
}

extension ClassScreen {
    /// Completes the path in the command line. Returns false if that has not asked.
    package mutating func complete(_ answer: PathCompletion.Answer) -> Bool {
        guard commandLine?.isCompleting == true else { return false }
        commandLine?.complete(answer)
        return true
    }

    mutating func openCommandLine(_ live: LiveScreen) {
        var field = LiveCommandLine()
        field.offer(live, names: mentionNames)
        commandLine = field
    }

    fileprivate mutating func run(_ field: LiveCommandLine, _ live: LiveScreen, at now: HostTime) -> Consequences {
        guard field.line.text.contains(where: { !$0.isWhitespace }) else {
            commandLine = nil
            return []
        }
        let command: LiveCommand
        do {
            command = try LiveCommand(field.line.text, users: view.people.map(\.user), live.view)
        } catch {
            commandLine?.problem = error.words
            return []
        }
        commandLine = nil
        return run(command, live, at: now)
    }

    private mutating func run(_ command: LiveCommand, _ live: LiveScreen, at now: HostTime) -> Consequences {
        switch command {
        case .wish(let wish): self.wish(wish, at: now)
        case .asksFirst(let wish, let question): ask(question, before: wish, at: now)
        case .upload(let path, let purpose): upload(path, purpose, live, at: now)
        case .cancelUpload: live.view.upload == nil ? [] : [.live(.cancelUpload)]
        case .documents: [.open(.documents)]
        case .ownMedia(let order): [.ownMedia(order)]
        case .captureDevices: [.open(.captureDevices)]
        case .receiveLink(let link): [.room(.receive(by: link))]
        case .shareTerminal(let choice): [.live(.shareTerminal(choice))]
        case .endSharing: endSharing(live, at: now)
        case .report(let path): saveReport(path, live)
        case .surveyForm: openSurveyForm(at: now)
        case .roomInfo: [.order(.toggleStatistics)]
        }
    }

    /// Ends what the viewer shares. A teacher may also end another person's terminal.
    private func endSharing(_ live: LiveScreen, at now: HostTime) -> Consequences {
        // This order also cancels a pending choice of a window.
        let screen = Consequences.Element.ownMedia(.turn(.screen, isOn: false))
        if live.view.sharesTerminal { return [screen, .live(.endTerminal)] }
        return [screen] + (live.own.sharesScreen ? [] : wish(.endTerminal, at: now))
    }

    private func saveReport(_ path: String?, _ live: LiveScreen) -> Consequences {
        if let error = ClassReport.refusal(to: ClassRole(live.view.me.role)) { return [.say(error.words, .warning)] }
        return [.live(.saveReport(path))]
    }

    private func upload(
        _ path: String, _ purpose: ClassUpload.Purpose, _ live: LiveScreen, at now: HostTime
    ) -> Consequences {
        if purpose == .message, let lock = live.view.chatLock(at: now) { return [.say(lock.words, .warning)] }
        let wait = live.view.chatWait(at: now)
        if purpose == .message, wait > 0 { return [.say(SlowMode.words(wait: wait), .warning)] }
        if purpose == .document, let error = live.refusal(of: .addDocument(ClassDocument(id: "")), at: now),
            error.kind == .invalidUserRole
        {
            return [.say(error.words, .warning)]
        }
        let name = path.lowercased()
        let endings = [".png", ".jpg", ".jpeg"] + (purpose == .document ? [".pdf"] : [])
        guard endings.contains(where: name.hasSuffix) else {
            let words =
                purpose == .document
                ? tr("Documents are PNG or JPEG pictures, or PDF") : tr("Only PNG and JPEG pictures can be sent")
            return [.say(words, .warning)]
        }
        guard live.view.upload == nil else {
            return [.say(tr("Another file is being sent (:cancel-upload stops it)"), .warning)]
        }
        return [.live(.upload(path: path, purpose))]
    }
}
