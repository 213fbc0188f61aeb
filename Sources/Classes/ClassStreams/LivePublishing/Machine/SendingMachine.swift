package import ClassRules
import Classes
package import PlayCore

package struct SendingMachine: Sendable {
    package typealias Device = OwnMediaOrder.Device

    package struct Permission: Sendable, Equatable {
        package var soundRefusal: ClassError?
        package var pictureRefusal: ClassError?
        /// Whether the viewer is a student with permission to speak. Teachers and assistants need none.
        package var hasWord: Bool

        package init(sound: ClassError?, pictures: ClassError?, hasWord: Bool) {
            (soundRefusal, pictureRefusal, self.hasWord) = (sound, pictures, hasWord)
        }

        package init(_ machine: ClassMachine, of user: String) {
            soundRefusal = machine.refusalToSend(user, audio: true, video: false)
            pictureRefusal = machine.refusalToSend(user, audio: false, video: true)
            hasWord = machine.state.live.speakers[user] != nil
        }

        package func refusal(_ device: Device) -> ClassError? {
            device == .microphone ? soundRefusal : pictureRefusal
        }
    }

    package enum News: Sendable, Equatable {
        case switched(Device, Bool)
        case ended(Device, ClassError)
        case denied(Device)
        /// With the library's unverified words.
        case failed(Device, String)
        /// The viewer switched off a device suspended by a lost connection, so it will not resume.
        case staysOff(Device)
        case fellBackToTCP
        case returnedToUDP
    }

    /// An order to speak may precede the event that permits it by this time.
    package static let wordPatience = HostTime.seconds(5)

    private var wanted: Set<Device> = []
    /// The devices that sent when the connection to the class was lost. They resume with it.
    private var suspended: Set<Device> = []
    private var permission = Permission(
        sound: ClassError(.notPresent), pictures: ClassError(.notPresent), hasWord: false)
    /// Until this time an order counts as permission to speak.
    private var orderedUntil: HostTime?
    private var isInBackground = false
    private let sendsInBackground: Bool
    private var news: [News] = []
    private var wishes: [ClassWish] = []

    /// - Parameter sendsInBackground: whether the microphone stays on while the program is hidden.
    package init(sendsInBackground: Bool = false) { self.sendsInBackground = sendsInBackground }

    package var sent: Set<Device> {
        isInBackground && !sendsInBackground ? wanted.subtracting([.microphone]) : wanted
    }

    package mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    package mutating func takeWishes() -> [ClassWish] {
        defer { wishes = [] }
        return wishes
    }

    package var nextDeadline: HostTime? { orderedUntil }

    // MARK: The viewer's choices

    package func refusal(_ device: Device) -> ClassError? { permission.refusal(device) }

    package mutating func set(_ device: Device, _ isOn: Bool) throws(ClassError) {
        if !isOn, suspended.remove(device) != nil { news.append(.staysOff(device)) }
        guard isOn != wanted.contains(device) else { return }
        if isOn {
            if let refusal = permission.refusal(device) { throw refusal }
            wanted.insert(device)
        } else {
            wanted.remove(device)
            // Closing both devices ends speaking.
            if wanted.isEmpty, permission.hasWord { wishes.append(.stopSpeaking) }
        }
    }

    package mutating func toggle(_ device: Device) throws(ClassError) {
        guard !suspended.contains(device) else { return try set(device, false) }
        try set(device, !wanted.contains(device))
    }

    package mutating func setBackground(_ isInBackground: Bool) { self.isInBackground = isInBackground }

    package mutating func leave() {
        suspend()
        suspended = []
    }

    /// Ends sending until the lost connection to the class returns.
    package mutating func suspend() {
        suspended.formUnion(wanted)
        (wanted, orderedUntil) = ([], nil)
        permission = Permission(sound: ClassError(.notPresent), pictures: ClassError(.notPresent), hasWord: false)
    }

    /// Resumes suspended devices once the class knows the viewer, or reports why they must no longer be sent.
    private mutating func resume() {
        for device in Device.allCases where suspended.contains(device) {
            let refusal = permission.refusal(device)
            guard refusal?.reason != .notPresent else { continue }
            suspended.remove(device)
            if let refusal { news.append(.ended(device, refusal)) } else { wanted.insert(device) }
        }
    }

    // MARK: The class's decisions

    /// Applies the order of a teacher or assistant to microphone and camera at once, and switches the screen off. The
    /// permission to speak follows.
    package mutating func obey(_ order: RemoteSwitch, at now: HostTime) {
        orderedUntil = order.hasAudio || order.hasVideo ? now + Self.wordPatience : nil
        switchFromAfar(.microphone, order.hasAudio)
        switchFromAfar(.camera, order.hasVideo)
        // The order is about all pictures, but only the viewer can choose to share a screen.
        if !order.hasVideo { switchFromAfar(.screen, false) }
    }

    private mutating func switchFromAfar(_ device: Device, _ isOn: Bool) {
        guard isOn != wanted.contains(device) else { return }
        if isOn { wanted.insert(device) } else { wanted.remove(device) }
        news.append(.switched(device, isOn))
    }

    package mutating func update(_ new: Permission, at now: HostTime) {
        let hadWord = permission.hasWord
        permission = new
        if new.hasWord || (orderedUntil.map { $0 <= now } ?? false) { orderedUntil = nil }
        if hadWord, !new.hasWord {
            // The permission has ended, so sending ends without separate news.
            wanted = []
            return
        }
        resume()
        for device in Device.allCases where wanted.contains(device) {
            guard let refusal = new.refusal(device), !isAwaited(refusal) else { continue }
            wanted.remove(device)
            news.append(.ended(device, refusal))
        }
        // After an order, the devices are already switched. Otherwise permission to speak switches the microphone on.
        if !hadWord, new.hasWord, wanted.isEmpty, new.soundRefusal == nil { wanted.insert(.microphone) }
    }

    private func isAwaited(_ refusal: ClassError) -> Bool {
        orderedUntil != nil && (refusal.reason == .notSpeaking || refusal.reason == .soundForbidden)
    }

    // MARK: Failures

    package mutating func deny(_ device: Device) {
        guard wanted.remove(device) != nil else { return }
        news.append(.denied(device))
        if wanted.isEmpty, permission.hasWord { wishes.append(.stopSpeaking) }
    }

    package mutating func fail(_ device: Device, _ words: String) {
        guard wanted.remove(device) != nil else { return }
        news.append(.failed(device, words))
    }
}
