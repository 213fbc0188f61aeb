import Localization

/// Whose pictures are shown as soon as there are some. A value.
package enum LiveAutoplay: String, Sendable, CaseIterable {
    case none, teacher, all
}

/// Which of the pictures that somebody sends: the same, larger or smaller.
package enum LiveDefinition: Int, Sendable, Hashable, CaseIterable {
    case full, small
}

/// What is sent in a class, as its state says. A value; its texts are unverified.
package struct LiveSending: Sendable, Equatable {
    /// Somebody who sends sound or pictures (`playingUsers`).
    package struct Person: Sendable, Equatable {
        package var id: String
        package var name: String
        package var isTeacher: Bool
        package var hasAudio: Bool
        package var hasVideo: Bool
        /// Smaller pictures, beside the others.
        package var hasSmallVideo: Bool

        package init(
            id: String, name: String, isTeacher: Bool = false, hasAudio: Bool, hasVideo: Bool,
            hasSmallVideo: Bool = false
        ) {
            (self.id, self.name, self.isTeacher) = (id, name, isTeacher)
            (self.hasAudio, self.hasVideo, self.hasSmallVideo) = (hasAudio, hasVideo, hasSmallVideo)
        }
    }

    /// A screen or a file, beside the camera.
    package struct Shared: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            case desktop, media
        }
        /// Whose.
        package var user: String
        package var kind: Kind

        package init(user: String, kind: Kind) { (self.user, self.kind) = (user, kind) }
    }

    /// In the order of coming, without the one who attends here.
    package var people: [Person] = []
    package var shared: Shared?

    package init(people: [Person] = [], shared: Shared? = nil) { (self.people, self.shared) = (people, shared) }

    package subscript(id: String) -> Person? { people.first { $0.id == id } }
}

/// Pictures that are played, of a person or what is shared. A value.
package enum LivePicture: Sendable, Hashable {
    case person(String)
    case shared
}

/// Why somebody's video is not opened or closed. A value.
package enum LivePlayError: Error, Sendable, Equatable, CaseIterable {
    /// They send nothing.
    case notSending
    case cameraOff
    case alreadyPlaying
    case notPlaying
    case tooMany
    case noServer
    /// There is nothing to choose from.
    case oneDefinition

    /// A sentence in the viewer's language.
    ///
    /// - Parameter name: whose video; safe to be shown.
    package func words(_ name: String) -> String {
        switch self {
        case .notSending: tr("%1 sends neither sound nor pictures", name)
        case .cameraOff: tr("%1's camera is off", name)
        case .alreadyPlaying: tr("%1's video is open already", name)
        case .notPlaying: tr("%1's video is not open", name)
        case .tooMany: tr("So many videos are not shown at once: close one first")
        case .oneDefinition: tr("%1 sends video in one size only", name)
        case .noServer: tr("The class names no server for pictures that this program plays")
        }
    }
}

/// What the viewer is told. A value; names are unverified.
package enum LivePlayingNews: Sendable, Equatable {
    /// Somebody's camera or microphone.
    case camera(name: String, isOn: Bool)
    case microphone(name: String, isOn: Bool)
    case sharing(name: String, LiveSending.Shared.Kind?)
    /// Loading of somebody's video has begun, or is done.
    case loading(user: String, isDone: Bool)
    /// Somebody's pictures stutter.
    case lag(user: String)
    /// Pictures of another shape.
    case aspect(user: String, Double)
    /// The definition that was asked for does not come.
    case noDefinition(name: String)
    /// The connection is too slow for all pictures. Has those whose pictures pause; empty while smaller ones are received.
    case slowLine(resting: [String])
    /// It carries all again.
    case lineIsFree
    /// There is no sound device; the library's words.
    case noSound(String)
    /// What was to come over UDP comes over TCP.
    case fellBack(LinkFailure)
    /// It comes over UDP again.
    case cameBack
    /// Nothing of what others send comes, by any link: what a firewall would have to let through; unverified.
    case barred(String)
}
