/// An unverified file of the package, or an address.
package struct ClassFileReference: Sendable, Hashable {
    package enum Use: Sendable, Hashable {
        case userVideo
        case page
        /// A picture on a page or in the chat.
        case other
    }

    package let use: Use
    package let text: String

    package init(_ use: Use, _ text: String) {
        self.use = use
        self.text = text
    }
}

extension ClassContents {
    /// Returns the class with new places of its files, except for ``ClassInfo/media``, of which only one is chosen.
    /// Calls `place` in the order of the recording, possibly several times for a file.
    package func relocated(_ place: (ClassFileReference) -> String) -> ClassContents {
        func moved(_ text: String?, _ use: ClassFileReference.Use) -> String? {
            text.map { $0.isEmpty ? $0 : place(ClassFileReference(use, $0)) }
        }
        var result = self
        result.info.whiteboardURL = moved(info.whiteboardURL, .page)
        result.info.userVideoList = info.userVideoList.map { video in
            var video = video
            video.url = place(ClassFileReference(.userVideo, video.url))
            return video
        }
        result.events = events.map { ClassEvent($0.time, $0.kind.relocated(moved)) }
        result.virtualChat = virtualChat.map { $0.relocated(moved) }
        return result
    }
}

private typealias Move = (String?, ClassFileReference.Use) -> String?

extension ClassEvent.Kind {
    fileprivate func relocated(_ moved: Move) -> ClassEvent.Kind {
        switch self {
        case .message(let message): return .message(message.relocated(moved))
        case .messagePinned(let message?): return .messagePinned(message.relocated(moved))
        case .documentAdded(var document):
            document.pages = document.pages.map { page in
                var page = page
                page.picture = moved(page.picture, .page)
                // Keeps only the largest size.
                page.sizes = nil
                return page
            }
            return .documentAdded(document)
        case .shapeDrawn(let shape):
            guard let picture = shape.picture else { return self }
            return .shapeDrawn(shape.with(picture: moved(picture, .other)))
        case .award(var award):
            award.picture = moved(award.picture, .other)
            award.film = moved(award.film, .other)
            return .award(award)
        default: return self
        }
    }
}

extension ChatMessage {
    fileprivate func relocated(_ moved: Move) -> ChatMessage {
        var message = self
        message.picture = moved(picture, .other)
        return message
    }
}

extension Shape {
    fileprivate func with(picture: String?) -> Shape {
        Shape(
            id: id, on: key, kind, points, color: color, fill: fill, thickness: thickness, text: text,
            textHeight: textHeight, picture: picture)
    }
}
