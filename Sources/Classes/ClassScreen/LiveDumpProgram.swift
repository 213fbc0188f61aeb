import Access
import ClassPlayback
import ClassRules
import Classes
import Glibc
import ListPlayer
import LiveClasses
import Options
import PlayCore

/// `tvplay class --dump` of a live class: attends it without a screen and prints its events as they occur, as lines of
/// JSON (docs/room-package.md). It ends with the class, at a signal, or when standard output is closed.
struct LiveDumpProgram {
    private let access: SourceAccess
    private let cancel = CancelToken()
    private let wakeUp = WakeUp()
    /// Lines of the chat arrive again after a lost connection.
    private var printed: Set<String> = []

    init(_ access: SourceAccess) { self.access = access }

    mutating func run(_ entry: LiveEntry) -> ExitCode {
        signal(SIGPIPE, SIG_IGN)
        listenToSignals()
        let live = AttendedClass(LiveServices(client: { [access] in access.httpClient(for: $0) }))
        let contents = live.enter(entry, panes: wakeUp)
        let end = attend(contents, live, at: entry.shownServer)
        live.close()
        for address in live.recordings {
            ClassDumpProgram.report(ClassStage.recording(at: address))
        }
        return end
    }

    /// Lets Ctrl-C leave the class in order. Must run before the first thread starts.
    private func listenToSignals() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let (cancel, wakeUp, waited) = (cancel, wakeUp, set)
        WorkerThread(name: "signals") {
            var set = waited
            var number: Int32 = 0
            sigwait(&set, &number)
            cancel.cancel()
            wakeUp.signal()
        }.detach()
    }

    /// Blocks until the class is entered. Unlike on the screen, a failed step is not retried.
    private func enter(_ contents: LiveContents, _ live: AttendedClass, at server: String) throws(ClassReadError) {
        let entered = Monitor<Result<LoadedClass, ClassReadError>?>(nil)
        let (cancel, wakeUp) = (cancel, wakeUp)
        WorkerThread(name: "room") {
            let result = Result { () throws(ClassReadError) in try contents.room(ClassOptions(), cancel: cancel) }
            entered.withLock { $0 = result }
            wakeUp.signal()
        }.detach()
        var signIn: ClassLoading.SignIn?
        var saysWaiting = false
        while true {
            if let next = live.view?.loading?.signIn, next != signIn {
                signIn = next
                ClassDumpProgram.report(next.words)
            }
            if let result = entered.withLock({ $0 }) {
                _ = try result.get()
                return
            }
            switch live.view?.loading?.suspension?.reason {
            case .failed(let words)?: throw ClassReadError(.requestFailed, words, in: server)
            case .waiting(let words)? where !saysWaiting:
                saysWaiting = true
                ClassDumpProgram.report(SafeText.clean(words, limit: 300))
            default: break
            }
            wakeUp.wait(until: SystemClock().now + .seconds(60))
        }
    }

    private mutating func attend(_ contents: LiveContents, _ live: AttendedClass, at server: String) -> ExitCode {
        do throws(ClassReadError) {
            try enter(contents, live, at: server)
            guard try printAll(contents) else { return .success }
            while !cancel.isCancelled {
                let now = SystemClock().now
                let news = contents.collectNews(at: now)
                if news.isStale {
                    guard try printAll(contents) else { return .success }
                } else if !printNew(news.events) {
                    return .success
                }
                switch news.end {
                case .over(let error?)?: throw error
                case .over(nil)?: return .success
                case nil: break
                }
                wakeUp.wait(until: contents.nextNews ?? now + .seconds(60))
            }
            return .interrupted
        } catch {
            guard !cancel.isCancelled else { return .interrupted }
            error.playError.log()
            ClassDumpProgram.report(error.playError.lastWords)
            return .playFailed
        }
    }

    /// Returns `false` if standard output is closed.
    private mutating func printAll(_ contents: LiveContents) throws(ClassReadError) -> Bool {
        let room = try contents.room(ClassOptions(), cancel: cancel)
        var events = room.log.events
        if let newest = room.chatIndex.slices.last {
            let lines = try contents.messages(
                of: newest, number: room.chatIndex.slices.count - 1, cancel: cancel)
            events += lines.map { ClassEvent($0.time, .message($0)) }
        }
        return printNew(events)
    }

    /// - Returns: `false` if standard output is closed.
    private mutating func printNew(_ events: [ClassEvent]) -> Bool {
        let new = events.filter { event in
            guard case .message(let message) = event.kind else { return true }
            return printed.insert(message.id).inserted
        }
        return new.isEmpty || ClassDumpProgram.write(new.dump)
    }
}
