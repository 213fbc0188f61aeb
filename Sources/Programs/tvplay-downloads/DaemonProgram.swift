import CPlatform
import DownloadClient
import DownloadModel
import DownloadService
import Downloads
import Glibc
import Options
import PlayCore
import Processes
import Storage

/// The downloads daemon: one per user, started on demand or by systemd. Ends when idle. No FFmpeg, no ncurses.
enum DaemonProgram {
    static func run() -> Int32 {
        // Before any thread starts: threads inherit the mask.
        let signals = blockSignals()
        // glibc gives each thread a heap: with a thousand queued files that was 6 MiB more, and no faster.
        mallopt(M_ARENA_MAX, 2)
        let resources = ResourceLocator()
        Localization.start(localeDirectory: resources.localeDirectory)
        let inherited: [InheritedSocket]
        do throws(InheritedSocketError) { inherited = try InheritedSocket.adopt() } catch {
            return refuse(ByteText.shown(error.message))
        }
        let options: PlayerOptions
        do {
            options = try OptionParser.parse(ByteText.commandLine, places: .ofThisUser).options
        } catch {
            return refuse(ByteText.shown(error.message))
        }
        guard let places = DownloadPlaces.ofThisUser() else { return refuse(DownloadClientError.noPlace.message) }
        do throws(StorageError) { try StateFolder.make(places.folder) } catch {
            return refuse(ByteText.shown(error.text))
        }
        let service = ServiceManager()
        let lock: FileLock
        switch acquire(places.lock, service, signals, waits: !inherited.isEmpty) {
        case .acquired(let acquired): lock = acquired
        case .held where !inherited.isEmpty: return ExitCode.success.rawValue
        case .held: return refuse(DownloadStart.isRunning)
        case .failed(let number): return refuse(String(cString: strerror(number)))
        }
        // Otherwise the daemon would prevent unmounting the initial folder's file system.
        _ = chdir("/")
        defer { withExtendedLifetime(lock) {} }
        return serve(options, places, inherited, service, signals)
    }

    /// Acquires the lock of the only daemon. A daemon of systemd `waits` for a command's daemon to end, since its
    /// clients are already connected. After waiting, `.held` means that a signal has ended the wait.
    private static func acquire(
        _ path: String, _ service: ServiceManager, _ signals: Int32, waits: Bool
    ) -> FileLock.Outcome {
        var isFirst = true
        while true {
            let outcome = FileLock.acquire(path, .exclusive)
            guard case .held = outcome, waits else { return outcome }
            // The wait may take longer than systemd allows for a service's start.
            if isFirst { service.notifyReady() }
            isFirst = false
            var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
            if poll(&entry, 1, pause) > 0 { return outcome }
        }
    }

    /// In milliseconds, between two attempts to acquire the lock.
    private static let pause: Int32 = 250

    private static func serve(
        _ options: PlayerOptions, _ places: DownloadPlaces, _ inherited: [InheritedSocket], _ service: ServiceManager,
        _ signals: Int32
    ) -> Int32 {
        let log = DaemonLog(options.logFile ?? places.log, level: options.logLevel)
        let wake = WakeUp()
        let set: DaemonSetUp
        do throws(DownloadProblem) {
            set = try DaemonSetUp(options, places, wake)
        } catch {
            return refuse(ByteText.shown(DownloadWords.problem(error)))
        }
        set.accounts.openAll()
        let sockets = listen(places, inherited)
        guard !sockets.isEmpty else { return refuse(tr("cannot create a socket; see %1", ByteText.shown(places.log))) }
        Log.shared.write(.info, "daemon", "\(ProgramVersion.number), process \(getpid())")
        ready()
        service.notifyReady()
        let server = DownloadServer(
            set.accounts, listeners: sockets.map(\.descriptor), wake: wake, signals: signals, tick: { log?.rotate() })
        let end = server.run()
        Log.shared.write(.info, "daemon", "ends: \(end)")
        service.notifyStopping()
        // From here on, a new client starts another daemon, which waits for the lock.
        for socket in sockets { socket.close() }
        set.close()
        return 0
    }

    /// Listens on all sockets. The runtime folder disappears at log-out; the state folder stays. Sockets of systemd
    /// replace the one in the runtime folder.
    private static func listen(_ places: DownloadPlaces, _ inherited: [InheritedSocket]) -> [DaemonSocket] {
        if inherited.isEmpty, places.runtimeFolder != nil { _ = RuntimeFolder()?.make() }
        var sockets = inherited.map { DaemonSocket($0) }
        for path in inherited.isEmpty ? places.sockets : [places.stateSocket] {
            do throws(IPCError) {
                sockets.append(try DaemonSocket(path))
            } catch {
                Log.shared.write(.warning, "daemon", "\(error.path): \(error.reason)")
            }
        }
        return sockets
    }

    /// Blocks the signals that end the daemon, which waits for them. A hang-up has no effect.
    private static func blockSignals() -> Int32 {
        signal(SIGHUP, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        // A file size limit fails the download, not the daemon.
        signal(SIGXFSZ, SIG_IGN)
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGQUIT] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    /// Reports to the starter why the daemon does not run.
    private static func refuse(_ words: String) -> Int32 {
        let line = Array((words + "\n").utf8)
        _ = line.withUnsafeBytes { CPlatform.write(DownloadStart.readyDescriptor, $0.baseAddress, $0.count) }
        return ExitCode.startFailed.rawValue
    }

    /// Notifies the starter that it may connect.
    private static func ready() {
        let null = tv_open("/dev/null", O_RDWR | O_CLOEXEC, 0)
        guard null >= 0 else { return }
        dup2(null, DownloadStart.readyDescriptor)
        close(null)
    }
}
