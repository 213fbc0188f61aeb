package struct ClassUser: Sendable, Hashable {
    package struct Role: RawRepresentable, Sendable, Hashable, Codable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let student = Role(rawValue: "student")
        package static let teacher = Role(rawValue: "teacher")
        package static let assistant = Role(rawValue: "assistant")
        package static let guest = Role(rawValue: "guest")
        package static let moderator = Role(rawValue: "moderator")

        /// Whether the role leads the room. All chat groups show messages from leaders of the large class.
        package var leadsRoom: Bool { self == .teacher || self == .assistant || self == .moderator }
    }

    package var id: String
    package var name: String
    package var role: Role
    /// 0 is the large class.
    package var group: Int
    /// 0xRRGGBB, from the recording.
    package var color: UInt32?
    package var avatar: String?
    /// Short words for the user's name, such as "member" or "verified".
    package var badges: [String]

    package init(
        id: String, name: String, role: Role = .student, group: Int = 0, color: UInt32? = nil, avatar: String? = nil,
        badges: [String] = []
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.group = group
        self.color = color
        self.avatar = avatar
        self.badges = badges
    }
}

extension ClassUser: Codable {
    private enum Field: String, CodingKey {
        case id, name, role, group, color, avatar, badges
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        id = try fields.decode(String.self, forKey: .id)
        name = try fields.value(.name, or: "")
        role = try fields.value(.role, or: .student)
        group = try fields.value(.group, or: 0)
        color = try fields.decodeIfPresent(UInt32.self, forKey: .color)
        avatar = try fields.decodeIfPresent(String.self, forKey: .avatar)
        badges = try fields.value(.badges, or: [])
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(name, .name, unless: "")
        try fields.encode(role, .role, unless: .student)
        try fields.encode(group, .group, unless: 0)
        try fields.encodeIfPresent(color, forKey: .color)
        try fields.encodeIfPresent(avatar, forKey: .avatar)
        try fields.encode(badges, .badges, unless: [])
    }
}

package struct MediaUser: Sendable, Hashable {
    package var id: String
    package var hasVideo: Bool
    package var hasAudio: Bool
    /// Whether a smaller size of the camera's picture is also available.
    package var hasSmallVideo = false
    package var hasShared = false
    package var hasSharedAudio = false

    package init(id: String, hasVideo: Bool, hasAudio: Bool) {
        self.id = id
        self.hasVideo = hasVideo
        self.hasAudio = hasAudio
    }

    package var sendsPictures: Bool { hasVideo || hasSmallVideo || hasShared }
    package var sendsSound: Bool { hasAudio || hasSharedAudio }
    package var sends: Bool { sendsPictures || sendsSound }
}

extension MediaUser: Codable {
    private enum Field: String, CodingKey {
        case id, hasVideo, hasAudio, hasSmallVideo, hasShared, hasSharedAudio
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        id = try fields.decode(String.self, forKey: .id)
        hasVideo = try fields.decode(Bool.self, forKey: .hasVideo)
        hasAudio = try fields.decode(Bool.self, forKey: .hasAudio)
        hasSmallVideo = try fields.value(.hasSmallVideo, or: false)
        hasShared = try fields.value(.hasShared, or: false)
        hasSharedAudio = try fields.value(.hasSharedAudio, or: false)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(hasVideo, forKey: .hasVideo)
        try fields.encode(hasAudio, forKey: .hasAudio)
        try fields.encode(hasSmallVideo, .hasSmallVideo, unless: false)
        try fields.encode(hasShared, .hasShared, unless: false)
        try fields.encode(hasSharedAudio, .hasSharedAudio, unless: false)
    }
}
