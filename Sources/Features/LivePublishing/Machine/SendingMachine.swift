package import ClassRules
package import PlayCore
import Rooms

/// One's own microphone and camera in a class that is live: what is wished, what is allowed, what is sent. A value: the
/// class's state, orders from afar and the time come in.
package struct SendingMachine: Sendable {
    package typealias Device = OwnMediaOrder.Device

    /// What the class says of whoever attends here. A value.
    package struct Permission: Sendable, Equatable {
        /// Why sound may not be sent now; nil: it may.
        package var soundRefusal: ClassError?
        package var pictureRefusal: ClassError?
        /// A student who has the word; others need none.
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

    /// What the viewer is told.
    package enum News: Sendable, Equatable {
        /// Somebody who leads the class has switched it.
        case switched(Device, Bool)
        /// It may not be sent any more, and why.
        case ended(Device, ClassError)
        /// The server refuses it, for a reason that the class does not tell.
        case denied(Device)
        /// The device failed; the library's words, unverified.
        case failed(Device, String)
        /// It was on air when the line was lost, and the viewer has switched it off since.
        case staysOff(Device)
        /// What was to go over UDP goes over TCP alone.
        case fellBack
        /// It goes over UDP again, too.
        case cameBack
    }

    /// An order to speak comes before the event that gives the word.
    package static let wordPatience = HostTime.seconds(5)

    private var wanted: Set<Device> = []
    /// What was on air when the line to the class was lost. It resumes with the line.
    private var suspended: Set<Device> = []
    private var permission = Permission(
        sound: ClassError(.notPresent), pictures: ClassError(.notPresent), hasWord: false)
    /// Until then an order counts as the word.
    private var orderedUntil: HostTime?
    private var isInBackground = false
    private let sendsInBackground: Bool
    private var news: [News] = []
    private var wishes: [ClassWish] = []

    /// - Parameter sendsInBackground: the microphone stays open while nobody sees the program.
    package init(sendsInBackground: Bool = false) { self.sendsInBackground = sendsInBackground }

    /// What is to be sent now.
    package var sent: Set<Device> {
        isInBackground && !sendsInBackground ? wanted.subtracting([.microphone]) : wanted
    }

    package mutating func takeNews() -> [News] {
        defer { news = [] }
        return news
    }

    /// What the class is to be told.
    package mutating func takeWishes() -> [ClassWish] {
        defer { wishes = [] }
        return wishes
    }

    /// When something changes by itself.
    package var nextDeadline: HostTime? { orderedUntil }

    // MARK: What is wished

    /// Why it cannot be switched on; nil: it can.
    package func refusal(_ device: Device) -> ClassError? { permission.refusal(device) }

    /// - Throws: what is missing.
    package mutating func set(_ device: Device, _ isOn: Bool) throws(ClassError) {
        if !isOn, suspended.remove(device) != nil { news.append(.staysOff(device)) }
        guard isOn != wanted.contains(device) else { return }
        if isOn {
            if let refusal = permission.refusal(device) { throw refusal }
            wanted.insert(device)
        } else {
            wanted.remove(device)
            // Whoever closes both has done.
            if wanted.isEmpty, permission.hasWord { wishes.append(.stopSpeaking) }
        }
    }

    package mutating func toggle(_ device: Device) throws(ClassError) {
        guard !suspended.contains(device) else { return try set(device, false) }
        try set(device, !wanted.contains(device))
    }

    package mutating func setBackground(_ isInBackground: Bool) { self.isInBackground = isInBackground }

    /// The class is left.
    package mutating func leave() {
        suspend()
        suspended = []
    }

    /// The line to the class is lost: nothing is sent until the class is reached again.
    package mutating func suspend() {
        suspended.formUnion(wanted)
        (wanted, orderedUntil) = ([], nil)
        permission = Permission(sound: ClassError(.notPresent), pictures: ClassError(.notPresent), hasWord: false)
    }

    /// Sends again what was on air, once the class knows the viewer, or reports why it may not be sent any more.
    private mutating func resume() {
        for device in Device.allCases where suspended.contains(device) {
            let refusal = permission.refusal(device)
            guard refusal?.reason != .notPresent else { continue }
            suspended.remove(device)
            if let refusal { news.append(.ended(device, refusal)) } else { wanted.insert(device) }
        }
    }

    // MARK: What the class says

    /// Microphone and camera are switched from afar: at once; the word follows.
    package mutating func obey(_ order: RemoteSwitch, at now: HostTime) {
        orderedUntil = order.hasAudio || order.hasVideo ? now + Self.wordPatience : nil
        switchFromAfar(.microphone, order.hasAudio)
        switchFromAfar(.camera, order.hasVideo)
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
            // It has ended: so does sending, without a word of its own.
            wanted = []
            return
        }
        resume()
        for device in Device.allCases where wanted.contains(device) {
            guard let refusal = new.refusal(device), !isAwaited(refusal) else { continue }
            wanted.remove(device)
            news.append(.ended(device, refusal))
        }
        // An order has switched already what it wants: only who was allowed to speak begins with the microphone.
        if !hadWord, new.hasWord, wanted.isEmpty, new.soundRefusal == nil { wanted.insert(.microphone) }
    }

    /// The event that lifts it is on its way.
    private func isAwaited(_ refusal: ClassError) -> Bool {
        orderedUntil != nil && (refusal.reason == .notSpeaking || refusal.reason == .soundForbidden)
    }

    // MARK: What becomes of it

    /// The server refuses the stream.
    package mutating func deny(_ device: Device) {
        guard wanted.remove(device) != nil else { return }
        news.append(.denied(device))
        // The class still believes that one speaks.
        if wanted.isEmpty, permission.hasWord { wishes.append(.stopSpeaking) }
    }

    package mutating func fail(_ device: Device, _ words: String) {
        guard wanted.remove(device) != nil else { return }
        news.append(.failed(device, words))
    }
}
