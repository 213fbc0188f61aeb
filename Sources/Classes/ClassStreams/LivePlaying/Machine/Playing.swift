import PlayCore

package enum LiveAutoplay: String, Sendable, CaseIterable {
    case none, teacher, all
}

package enum LiveDefinition: Int, Sendable, Hashable, CaseIterable {
    case full, small
}

/// The media sent in a class, according to its state. Its texts are unverified.
package struct LiveSending: Sendable, Equatable {
    package struct Person: Sendable, Equatable {
        package var id: String
        package var name: String
        package var isTeacher: Bool
        package var hasAudio: Bool
        package var hasVideo: Bool
        package var hasSmallVideo: Bool

        package init(
            id: String, name: String, isTeacher: Bool = false, hasAudio: Bool, hasVideo: Bool,
            hasSmallVideo: Bool = false
        ) {
            (self.id, self.name, self.isTeacher) = (id, name, isTeacher)
            (self.hasAudio, self.hasVideo, self.hasSmallVideo) = (hasAudio, hasVideo, hasSmallVideo)
        }
    }

    package struct Shared: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case desktop, media
        }
        package var user: String
        package var kind: Kind

        package init(user: String, kind: Kind) { (self.user, self.kind) = (user, kind) }
    }

    /// In the order of arrival, without the viewer.
    package var people: [Person] = []
    package var shared: Shared?

    package init(people: [Person] = [], shared: Shared? = nil) { (self.people, self.shared) = (people, shared) }

    package subscript(id: String) -> Person? { people.first { $0.id == id } }
}

package enum LivePicture: Sendable, Hashable {
    case person(String)
    case shared
}

package enum LivePlayError: Error, Sendable, Equatable, CaseIterable {
    case notSending
    case cameraOff
    case alreadyPlaying
    case notPlaying
    case tooMany
    case noServer
    case oneDefinition

    /// Returns a sentence in the viewer's language. `name` must be safe to show.
    package func words(_ name: String) -> String {
        switch self {
        case .notSending: tr("%1 sends neither sound nor pictures", name)
        case .cameraOff: tr("%1's camera is off", name)
        case .alreadyPlaying: tr("%1's video is open already", name)
        case .notPlaying: tr("%1's video is not open", name)
        case .tooMany: tr("No more videos can be shown at once: close one first")
        case .oneDefinition: tr("%1 sends video in one size only", name)
        case .noServer: tr("The class names no media server that tvplay supports")
        }
    }
}

package enum LivePlayingNews: Sendable, Equatable {
    case camera(name: String, isOn: Bool)
    case microphone(name: String, isOn: Bool)
    case sharing(name: String, LiveSending.Shared.Kind?)
    case loading(user: String, isDone: Bool)
    case lag(user: String)
    case aspect(user: String, Double)
    case noDefinition(name: String)
    /// Names people whose pictures are paused; empty while smaller pictures suffice.
    case slowLine(resting: [String])
    case lineIsFree
    /// The text is the library's.
    case noSound(String)
    case fellBackToTCP(LinkFailure)
    case returnedToUDP
    /// Nothing arrives although streams are sent. The text has the unverified addresses that a firewall must open.
    case barred(String)
}
