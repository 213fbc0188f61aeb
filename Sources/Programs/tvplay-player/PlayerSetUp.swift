import Access
import AudioOutput
import CPlatform
import Catalogue
import Cells
import Commands
import DownloadClient
import Glibc
import History
import Kiosk
import ListPlayer
import Options
import PlayCore
import Playback
import PlaybackModel
import PlayerScreen
import Playlists
import RemoteControl
import Storage
import TUI
import Transport

struct PlayerSetUp {
    private(set) var options: PlayerOptions
    /// The attended class of `tvplay class` or `tvplay demo`.
    private(set) var room: PlayItem?
    /// `nil` in a program without classes.
    let classes: (any ClassProduct)?
    private(set) var queue: PlayQueue
    let access: SourceAccess
    let services: ServiceDirectory
    private let passwords = AccountPasswords.ofEnvironment()
    let isUTF8: Bool
    let eventLog: EventLog?
    let statsFile: StatsFile?
    let screenshots: ScreenshotWriter.Settings
    let scripts: ScriptFiles
    let userKeys: UserKeys
    let keyProblems: [InputConfFile.Problem]
    /// Whether `tvplay downloads` started the program.
    let browsesDownloads: Bool
    /// Whether `tvplay` alone on a terminal started the program.
    let beginsAtHome: Bool
    /// The film of `tvplay demo`, which plays alone if a class cannot be shown.
    private let demoFilm: String?
    let downloads: DownloadHost
    let rules: KioskRules
    /// Shared by picture and sound if both leave this machine.
    let line = LineShare()
    private let buffer: BufferOptimizer
    private let networkBuffer: BufferRules

    /// - Parameter rules: for public viewers, the options are already restricted (``ParsedOptions/forKiosk``).
    init(
        _ parsed: ParsedOptions, resources: ResourceLocator, isUTF8: Bool, rules: KioskRules = .none
    ) throws(StartError) {
        self.rules = rules
        browsesDownloads = if case .downloads = parsed.command { true } else { false }
        var options = parsed.options
        // The videos of a class are known only after it was entered.
        if parsed.command == .room || parsed.command == .demo { options.idle = .once }
        beginsAtHome =
            rules.isKiosk
            || parsed.command == .play && parsed.items.isEmpty && options.idle == .no && isatty(0) == 1
                && isatty(1) == 1
        // The list is shown without an item to play.
        if browsesDownloads || beginsAtHome { options.idle = .yes }
        self.options = options
        self.isUTF8 = isUTF8
        buffer = try BufferOptimizer(parsed.options)
        networkBuffer = try BufferRules(parsed.options)
        access = SourceAccess(
            parsed.options, cache: parsed.cacheOfAnyItem, opensAddresses: rules.allows(.addresses),
            servers: rules.servers, openers: classProduct?.openers ?? [])
        let viewer = Viewer(parsed.options.user)
        services = ServiceDirectory { [access, passwords] in Services($0, access, viewer, passwords) }
        demoFilm = parsed.command == .demo ? try Self.demo(resources) : nil
        room = Self.attended(parsed, resources)
        classes = try classProduct?.init(parsed, entering: room)
        downloads = DownloadHost(
            start: DownloadStart(
                resources, arguments: DaemonArguments.words(parsed.typed),
                requestOptions: DaemonArguments.requestOptions(parsed.typed)),
            places: .ofThisUser(), account: parsed.options.downloads.account, access: access)
        screenshots = try ScreenshotWriter.Settings(parsed.options)
        queue = Self.queue(parsed, access)
        // The keys come from there, too: picture and viewer would each get some of them.
        if queue.videos.contains(where: { $0.id == "-" }), isatty(0) == 1 {
            throw StartError(message: tr("Standard input (-) is a terminal: pipe a file into tvplay."))
        }
        scripts = ScriptFiles(
            inFolders: options.loadsScripts ? parsed.configFolders : [], named: options.scripts)
        (userKeys, keyProblems) = try InputConfFile.load(parsed)
        if queue.videos.isEmpty, options.idle == .no { throw Self.nothingToPlay(queue) }
        eventLog = try Self.openEventLog(parsed.options)
        statsFile = try parsed.options.statsFile.map { path throws(StartError) in try StatsFile(path: path) }
    }

    private static func attended(_ parsed: ParsedOptions, _ resources: ResourceLocator) -> PlayItem? {
        switch parsed.command {
        case .room: parsed.items.first ?? PlayItem(path: "", options: parsed.options)
        case .demo: resources.path("demo").map { PlayItem(path: $0, options: parsed.options) }
        default: nil
        }
    }

    private static func queue(_ parsed: ParsedOptions, _ access: SourceAccess) -> PlayQueue {
        switch parsed.command {
        case .demo: PlayQueue(empty: parsed.options.unremembered)
        case .room: PlayQueue(empty: parsed.options)
        case .play, .feed, .roomEvents, .probe, .show, .positions, .history, .cache, .remote, .downloads,
            .listen, .prepare, .secureShell, .kiosk:
            inTime(parsed) { PlayQueue(parsed, access) } ?? PlayQueue(unread: parsed)
        }
    }

    /// Runs work that depends on drives or servers. Returns `nil` if they are late: the screen then appears first.
    private static func inTime<Result: Sendable>(
        _ parsed: ParsedOptions, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        let areFiles = parsed.items.allSatisfy { !AddressText.isAddress($0.path) }
        return WorkerThread.result(of: "set-up", within: areFiles ? .milliseconds(300) : .seconds(5), work)
    }

    private static func nothingToPlay(_ queue: PlayQueue) -> StartError {
        guard let warning = queue.warnings.first else {
            return StartError(message: tr("Nothing to play: specify a file."))
        }
        return StartError(code: .playFailed, message: warning)
    }

    private static func demo(_ resources: ResourceLocator) throws(StartError) -> String {
        guard let film = resources.path("demo/tvplay-demo.mp4"), Glibc.access(film, R_OK) == 0 else {
            throw StartError(message: tr("Demo files not found. Reinstall tvplay."))
        }
        return film
    }

    /// The set-up for a terminal that cannot show a class: the demonstration's film alone, or `nil` without one.
    var withoutClass: PlayerSetUp? {
        guard room != nil else { return self }
        guard let demoFilm else { return nil }
        var alone = self
        alone.room = nil
        alone.options.idle = .no
        alone.queue = PlayQueue(only: demoFilm, options: options.unremembered)
        return alone
    }

    static var noClasses: StartError { StartError(message: tr("This tvplay was built without classes.")) }

    static func openLog(_ options: PlayerOptions) throws(StartError) {
        guard let path = options.logFile else { return }
        let descriptor = ByteText.withCString(path) { tv_open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw StartError(message: tr("Cannot write the log %1: %2", SafeText.clean(path), systemReason()))
        }
        Log.shared.open(descriptor: descriptor, level: options.logLevel)
    }

    private static func openEventLog(_ options: PlayerOptions) throws(StartError) -> EventLog? {
        guard let target = options.eventLog else { return nil }
        do {
            let path: String? = if case .file(let path) = target { path } else { nil }
            return try EventLog(path: path)
        } catch {
            throw StartError(message: tr("Cannot write the log %1: %2", SafeText.clean(error.path), error.reason))
        }
    }

    var allMissing: String? {
        guard classes?.isLive != true else { return nil }
        let asked = room.map { [$0.path] } ?? (options.idle == .no ? queue.videos.map(\.location) : [])
        guard let first = asked.first, !queue.isUnread else { return nil }
        let areMissing = WorkerThread.result(of: "set-up", within: .milliseconds(300)) {
            asked.allSatisfy { Self.fault(of: $0, F_OK) == ENOENT }
        }
        guard areMissing == true else { return nil }
        let error = PlayError(.fileLost, reason: tr("no such file"), item: first)
        error.log()
        return error.lastWords
    }

    /// One sentence per unreadable file of options. The items play without them.
    var unreadableFiles: [String] {
        let named = [options.cover, options.adverts.location].compactMap(\.self)
        return named.compactMap { path in
            let fault = WorkerThread.result(of: "set-up", within: .milliseconds(300)) { Self.fault(of: path, R_OK) }
            guard let fault, fault != 0 else { return nil }
            let reason = fault == ENOENT ? tr("no such file") : String(cString: strerror(fault))
            return tr("Cannot read %1: %2", SafeText.clean(path), reason)
        }
    }

    /// Returns `errno` for a mode of `access`, or 0 if it is allowed, or the path is no file of this machine.
    private static func fault(of path: String, _ mode: Int32) -> Int32 {
        guard path != "-", !AddressText.isAddress(path), !path.contains(".tvplay.json#") else { return 0 }
        return ByteText.withCString(path) { Glibc.access($0, mode) == 0 ? 0 : errno }
    }

    func askForPasswords() {
        passwords.ask(
            for: queue.videos.lazy.map { (location: $0.location, options: queue.entry($0.entry).options.services) },
            services,
            PasswordPrompt.read)
    }

    var controllerOptions: ControllerOptions {
        var controller = ControllerOptions()
        controller.preloading =
            queue.preloadCount.map { .neighbours($0) } ?? .policy(PreloadingPolicy(percent: options.preload ?? .nan))
        // In a feed, the last picture stays until the next video's first one.
        controller.clearShowWhenStop = queue.preloadCount == nil
        controller.buffer = buffer
        controller.networkBuffer = networkBuffer
        return controller
    }

    /// Returns `nil` if nothing is to be remembered, or has no place.
    func makeMemory(wakeUp: WakeUp) -> PlayerMemory? {
        guard queue.allOptions.contains(where: { $0.resumesPlayback || $0.keepsHistory }),
            let folder = StateFolder.path()
        else { return nil }
        return PlayerMemory(
            file: HistorySchema.file(in: folder), usesTraceID: options.usesTraceID && options.logFile != nil,
            wakeUp: wakeUp)
    }

    var resumePolicy: ResumePolicy {
        ResumePolicy(ignorableRemainingTimeInterval: options.resumeIgnoreTail)
    }

    /// Returns the engine with its sound output. The picture goes to `sink`, or to the program of `outputs`.
    func makeEngine(
        _ sink: any VideoSink, _ outputs: ProgramOutputSource, devices: AudioDeviceSelection, wakeUp: WakeUp
    ) -> PlaybackEngine {
        let makeSound = outputs.makeSound
        let hasDevices = rules.allows(.soundDevices) && !options.isSoundless
        return PlaybackEngine(
            videoSink: outputs.picture ?? sink,
            makeAudioSink: { format in
                if !hasDevices { return AudioOutput(format: format, receiver: NoListener()) }
                return makeSound?() ?? devices.makeOutput(format: format)
            },
            wakeUp: wakeUp, watchNetwork: { NetlinkWatch($0) })
    }

    /// Returns the command line's sound device, for use until the viewer chooses another one.
    func deviceSelection(wakeUp: WakeUp) -> AudioDeviceSelection {
        AudioDeviceSelection(
            name: AudioDevices.name(ofOption: options.audioDevice.optionText), wakeUp: wakeUp,
            remote: RemoteSound(line: line, makeEncoder: OpusSound.encoder))
    }
}

extension AudioDeviceChoice {
    var optionText: String {
        switch self {
        case .automatic, .list: "auto"
        case .named(let name): name
        }
    }
}

func systemReason() -> String { String(cString: strerror(errno)) }

/// Discards samples without a listener. The host's clock sets the pace, and no library looks for devices.
private final class NoListener: PCMReceiver {
    func receive(_ samples: UnsafeBufferPointer<Float>) {}
}
