import ClassPanes
import ClassRules
import ClassStreams
import Classes
import Media
import PlayCore
import ScreenKit
import TUI

/// The live class on the screen, and the media sent to it. Comes after ``ClassScreenSource``. Main thread.
final class LiveClassSource: LoopSource {
    private let control: any LiveClassControl
    private let studio: LiveStudio
    private let lister: CaptureDeviceLister
    private let windows: WindowFinder
    private let environment: (String) -> String?
    private let clock: any HostClock
    private let showOwn: (Bool) -> Void
    private let playOn: (Bool) -> Void
    let wakeUps: [WakeUp]
    private var followed: Int?
    private var isUnseen = false
    private var problems: [LiveNews] = []

    /// - Parameters:
    /// - showOwn: called with whether the viewer's own pictures are sent and should be shown.
    /// - playOn: called with whether playback continues in the background.
    init(
        _ control: any LiveClassControl, _ studio: LiveStudio, _ lister: CaptureDeviceLister = CaptureDeviceLister(),
        windows: WindowFinder = WindowFinder(), environment: @escaping (String) -> String? = ProcessEnvironment.text,
        clock: any HostClock = SystemClock(), showOwn: @escaping (Bool) -> Void = { _ in },
        playOn: @escaping (Bool) -> Void = { _ in }
    ) {
        (self.showOwn, self.playOn) = (showOwn, playOn)
        (self.control, self.studio, self.lister, self.clock) = (control, studio, lister, clock)
        (self.windows, self.environment) = (windows, environment)
        wakeUps = [control.wakeUp, studio.wakeUp, lister.wakeUp, windows.wakeUp]
    }

    var nextDeadline: HostTime? {
        [control.nextDeadline(at: clock.now), studio.nextDeadline].compactMap { $0 }.min()
    }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        let view = control.view
        playOn(loop.state.background.continues)
        follow(view, isUnseen: loop.state.background.isUnseen, isSignalled: isSignalled)
        shareFound()
        guard let room = loop.state.room else { return [] }
        let isNew = view?.number != room.live?.view.number
        let news = control.takeNews()
        obey(news)
        let sending = studio.sending
        showOwn(sending.hasPictures)
        let isSame = view == nil || (room.live?.own ?? OwnSending()) == sending
        return (isNew ? [.live(view)] : []) + (news + takeProblems()).map { .liveNews($0) }
            + (isSame ? [] : [.ownSending(sending)]) + deviceNews(room, view)
    }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        switch effect {
        case .live(let order): control.perform(order)
        case .ownMedia(let order): perform(order)
        case .listCaptureDevices: lister.refresh()
        default: return false
        }
        return true
    }

    func close() {
        lister.close()
        windows.stop()
        studio.close()
        control.close()
    }
}

extension LiveClassSource {
    private func follow(_ view: LiveClassView?, isUnseen: Bool, isSignalled: Bool) {
        let now = clock.now
        if self.isUnseen != isUnseen {
            self.isUnseen = isUnseen
            studio.setBackground(isUnseen)
        }
        let isDue = studio.nextDeadline.map { $0 <= now } ?? false
        guard isSignalled || isDue || view?.number != followed else { return }
        followed = view?.number
        studio.follow(view, at: now)
        sendWishes()
    }

    private func deviceNews(_ room: ClassScreen, _ view: LiveClassView?) -> [AppAction] {
        guard view != nil else { return [] }
        let sources = studio.sources
        let devices = lister.devices(microphone: sources.microphone.text, camera: sources.camera.text)
        return (room.live?.devices ?? CaptureDeviceList()) == devices ? [] : [.captureDevices(devices)]
    }

    private func obey(_ news: [LiveNews]) {
        for case .notice(.remote(let change, by: _)) in news { studio.obey(change, at: clock.now) }
    }

    private func sendWishes() {
        for wish in studio.takeWishes() { control.perform(.wish(wish)) }
    }

    /// Excludes remote switches, because the notice that caused one already reports it.
    private func takeProblems() -> [LiveNews] {
        defer { problems = [] }
        return problems
            + studio.takeNews().compactMap { news in
                switch news.weight {
                case .none: nil
                case .answer: .done(news.words)
                case .warning: .failure(news.words)
                }
            }
    }

    private func perform(_ order: OwnMediaOrder) {
        switch order {
        case .turn(let device, let isOn):
            if device == .screen { windows.stop() }
            turn(device, isOn)
        case .shareScreen(let choice): share(choice)
        case .use(let device, let text):
            if choose(device, text) { turn(device, true) }
        case .choose(let device, let text): choose(device, text)
        case .pushToTalk(let isOn): studio.setPushToTalk(isOn)
        case .talk: studio.pressToTalk(at: clock.now)
        case .link(let link): choose(link)
        case .definition(let definition): changePicture { $0.definition = definition }
        case .rotation(let rotation): changePicture { $0.rotation = rotation }
        case .smoothing(let level): changePicture { $0.smoothing = level }
        }
    }

    private func share(_ choice: ScreenChoice) {
        windows.stop()
        if let problem = studio.refusal(.screen)?.words ?? WindowFinder.refusal(choice, environment) {
            return problems.append(.failure(problem))
        }
        switch choice {
        case .desktop: share(CaptureAddress(.screen, ""))
        case .window(let name?):
            // A number alone may be a title.
            guard name.hasPrefix("0x"), let id = CaptureAddress.windowID(name) else { return windows.find(name) }
            share(CaptureAddress(window: id))
        case .window(nil):
            problems.append(.done(tr("Click the window to share")))
            windows.find(nil)
        }
    }

    private func shareFound() {
        switch windows.takeFound() {
        case .window(let id): share(CaptureAddress(window: id))
        case .problem(let words): problems.append(.failure(words))
        case nil: break
        }
    }

    private func share(_ address: CaptureAddress) {
        var sources = studio.sources
        sources.screen = address
        studio.choose(sources)
        turn(.screen, true)
    }

    private func choose(_ link: LiveLink) {
        guard studio.hasServer(for: link) else {
            return problems.append(.failure(tr("This class has no server for %1", link.shown)))
        }
        studio.choose(link)
        problems.append(
            .done(
                link == .udp
                    ? tr("tvplay sends sound and pictures over UDP and TCP")
                    : tr("tvplay sends sound and pictures over TCP only")))
    }

    private func changePicture(_ change: (inout CameraPicture) -> Void) {
        var sources = studio.sources
        change(&sources.picture)
        studio.choose(sources)
    }

    @discardableResult
    private func choose(_ device: OwnMediaOrder.Device, _ text: String) -> Bool {
        do throws(LiveStudio.WrongDevice) {
            var sources = studio.sources
            sources[device] = try LiveStudio.Sources.address(text)
            studio.choose(sources)
            return true
        } catch {
            problems.append(.failure(error.words))
            return false
        }
    }

    private func turn(_ device: OwnMediaOrder.Device, _ isOn: Bool?) {
        do throws(ClassError) {
            try studio.turn(device, isOn)
            sendWishes()
            if studio.isWanted(device), !studio.hasServer {
                problems.append(.failure(tr("This class has no media server")))
            }
        } catch {
            problems.append(.failure(error.words))
        }
    }
}
