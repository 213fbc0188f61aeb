import CPlatform
import DownloadClient
import DownloadModel
import DownloadService
import Downloads
import Glibc
import Options
import PlayCore
import Storage

/// The downloads daemon: one for each user, started by the first command that needs it; ends when idle. It links
/// neither FFmpeg nor ncurses.
enum DaemonProgram {
    static func run() -> Int32 {
        // Before any thread starts: threads inherit the mask.
        let signals = blockSignals()
        // glibc gives each thread a heap: with a thousand queued files that was 6 MiB more, and no faster.
        mallopt(M_ARENA_MAX, 2)
        let resources = ResourceLocator()
        Localization.start(localeDirectory: resources.localeDirectory)
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
        let lock: FileLock
        switch FileLock.acquire(places.lock, .exclusive) {
        case .acquired(let acquired): lock = acquired
        case .held: return refuse(DownloadStart.isRunning)
        case .failed(let number): return refuse(String(cString: strerror(number)))
        }
        // The daemon must not keep the initial folder's file system from being unmounted.
        _ = chdir("/")
        defer { withExtendedLifetime(lock) {} }
        return serve(options, places, signals)
    }

    private static func serve(_ options: PlayerOptions, _ places: DownloadPlaces, _ signals: Int32) -> Int32 {
        let log = DaemonLog(options.logFile ?? places.log, level: options.logLevel)
        let wake = WakeUp()
        let set: DaemonSetUp
        do throws(DownloadProblem) {
            set = try DaemonSetUp(options, places, wake)
        } catch {
            return refuse(ByteText.shown(DownloadWords.problem(error)))
        }
        set.accounts.openAll()
        let sockets = listen(places)
        guard !sockets.isEmpty else { return refuse(tr("cannot create a socket; see %1", ByteText.shown(places.log))) }
        Log.shared.write(.info, "daemon", "\(ProgramVersion.number), process \(getpid())")
        ready()
        let server = DownloadServer(
            set.accounts, listeners: sockets.map(\.descriptor), wake: wake, signals: signals, tick: { log?.rotate() })
        let end = server.run()
        Log.shared.write(.info, "daemon", "ends: \(end)")
        // From here on, a new client starts another daemon, which waits for the lock.
        for (path, descriptor) in sockets {
            close(descriptor)
            IPCSocket.remove(path)
        }
        set.close()
        return 0
    }

    /// Listens on all sockets: the runtime folder disappears at log-out; the one in the state folder stays.
    private static func listen(_ places: DownloadPlaces) -> [(path: String, descriptor: Int32)] {
        if places.runtimeFolder != nil { _ = RuntimeFolder()?.make() }
        return places.sockets.compactMap { path in
            do throws(IPCError) {
                return (path, try IPCSocket.listen(path))
            } catch {
                Log.shared.write(.warning, "daemon", "\(error.path): \(error.reason)")
                return nil
            }
        }
    }

    /// Blocks the signals that end the daemon, which waits for them; a hang-up has no effect on it.
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

    /// Reports to the starter why there is no daemon.
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
