package import Encoding

package struct PostedNotice: Sendable, Hashable, Codable {
    package var text: String
    package var link: String?

    package init(text: String, link: String? = nil) {
        self.text = text
        self.link = link
    }
}

package struct Broadcast: Sendable, Hashable, Codable {
    package var key: String
    package var value: JSONValue?
    /// Whether users who join later also receive it.
    package var isCache: Bool

    package init(key: String, value: JSONValue? = nil, isCache: Bool = false) {
        self.key = key
        self.value = value
        self.isCache = isCache
    }
}

package struct Gift: Sendable, Hashable, Codable {
    package var id: String
    package var from: ClassUser?
    package var name: String
    package var count: Int?

    package init(id: String, from: ClassUser? = nil, name: String, count: Int? = nil) {
        self.id = id
        self.from = from
        self.name = name
        self.count = count
    }
}

package struct Award: Sendable, Hashable, Codable {
    package var id: String
    package var picture: String?
    /// Replaces the picture: an address, or a file of the package.
    package var film: String?
    /// The part of the film that contains its transparency, as a value of `--video-alpha`.
    package var alpha: String?
    package var fromUserName: String
    package var showsSpecialEffect: Bool

    package init(
        id: String, picture: String? = nil, film: String? = nil, alpha: String? = nil, fromUserName: String,
        showsSpecialEffect: Bool = false
    ) {
        self.id = id
        self.picture = picture
        self.film = film
        self.alpha = alpha
        self.fromUserName = fromUserName
        self.showsSpecialEffect = showsSpecialEffect
    }
}

package struct PlayedMedia: Sendable, Hashable, Codable {
    package var isPlaying: Bool
    package var name: String?
    package var address: String?

    package init(isPlaying: Bool, name: String? = nil, address: String? = nil) {
        self.isPlaying = isPlaying
        self.name = name
        self.address = address
    }
}

/// Packages may name unknown contents.
package struct MainPane: RawRepresentable, Sendable, Hashable, Codable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let none = MainPane(rawValue: "none")
    package static let video = MainPane(rawValue: "video")
    package static let slides = MainPane(rawValue: "ppt")
}
