package import Encoding
package import Rooms

/// A class that people can come to. A value.
package struct OfferedClass: Sendable, Equatable {
    /// 1…64 small letters, digits, `-`, `_` and `.`: it becomes the local part of the room's JID.
    package let name: String
    package var title: String
    /// What the class allows, an object.
    package var features: JSONValue?
    package var isFull = false
    package var isOver = false
    /// Ids of people who may not come back.
    package var excluded: Set<String> = []

    /// Nil for a name that none can have.
    package init?(name: String, title: String, features: JSONValue? = nil) {
        guard Self.isName(name) else { return nil }
        self.name = name
        self.title = title
        self.features = features
    }

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || "-_.".utf8.contains($0) }
    }
}

/// Says who is admitted to a class, and as whom. Pure but for its random numbers; time comes as seconds since 1970.
///
/// People are the same person, by their JID without a resource, when they come again: by the integrator's number, or
/// by the resume secret of their first ticket. So what a class forbids somebody lasts.
package struct ClassAdmission: Sendable {
    package struct Settings: Sendable {
        package var server: ClassTicket.Server
        /// Where people log in: the right side of their JIDs.
        package var clientDomain: String
        /// The right side of the rooms' JIDs.
        package var roomDomain: String
        package var keeper: String
        package var upload: String?
        package var media: [ClassTicket.MediaServer] = []
        /// Follows printed links: by what this server is trusted.
        package var linkEnding = ""
        /// Other names and addresses of the machine that ``server`` names.
        package var otherHosts: [String] = []
        /// The XMPP server knows it, too.
        package var tokenKey: [UInt8]
        /// The keeper's own: makes and checks resume secrets. Whoever changes it makes strangers of all guests.
        package var guestKey: [UInt8]
        /// Of integrators: several while one takes the place of another; none: nobody enters by a signature.
        package var integratorKeys: [[UInt8]] = []
        /// Of a ticket, in seconds: a class and its breaks. Whoever loses the line comes back with the same token.
        package var ticketLifetime: Int64 = 12 * 3600
        package var joins = JoinLimits()

        package init(
            server: ClassTicket.Server, clientDomain: String, roomDomain: String, keeper: String, tokenKey: [UInt8],
            guestKey: [UInt8]
        ) {
            self.server = server
            self.clientDomain = clientDomain
            self.roomDomain = roomDomain
            self.keeper = keeper
            self.tokenKey = tokenKey
            self.guestKey = guestKey
        }
    }

    package var settings: Settings
    /// By their names.
    package var classes: [String: OfferedClass] = [:]
    private var grants: [JoinCode: CodeGrant] = [:]
    private var changed: [CodeGrant] = []
    private var admitted: [Admitted] = []
    /// By classes.
    private var names: [String: TakenNames] = [:]
    private var limiter = AttemptLimiter()
    private var addresses: PacedKeys<AddressBlock>
    private var codeUses: PacedKeys<JoinCode>
    private let identity: GuestIdentity

    package init(_ settings: Settings, codes: [CodeGrant] = []) {
        self.settings = settings
        identity = GuestIdentity(key: settings.guestKey)
        addresses = PacedKeys(settings.joins.perAddress)
        codeUses = PacedKeys(settings.joins.perCode)
        for grant in codes { grants[grant.code] = grant }
    }

    // MARK: People

    /// Somebody to whom a ticket was made.
    package struct Admitted: Sendable, Equatable {
        /// The class, by its name.
        package let room: String
        package let user: RoomUser
    }

    /// Whoever was admitted earlier: nobody else gets the name.
    package mutating func know(_ user: RoomUser, in room: String) {
        names[room, default: TakenNames()].note(AttendeeName.folded(user.name), of: user.id)
    }

    /// Folded names in a class, each of which is one person's. A value.
    private struct TakenNames: Sendable {
        private var owners: [String: String] = [:]
        private var names: [String: String] = [:]

        /// - Returns: the id of the person; nil: it is free.
        subscript(name: String) -> String? { owners[name] }

        /// People.
        var count: Int { names.count }

        func knows(_ person: String) -> Bool { names[person] != nil }

        /// Their name before is free again.
        mutating func note(_ name: String, of person: String) {
            if let old = names.updateValue(name, forKey: person), owners[old] == person { owners[old] = nil }
            owners[name] = person
        }
    }

    /// To whom tickets were made since the last call: to be stored before the tickets go.
    package mutating func takeAdmitted() -> [Admitted] {
        defer { admitted = [] }
        return admitted
    }

    // MARK: Codes

    package var codes: [CodeGrant] { Array(grants.values) }

    /// Codes of which people have made use since the last call: to be stored before their answers go.
    package mutating func takeChanges() -> [CodeGrant] {
        defer { changed = [] }
        return changed
    }

    /// A new code, which no other is.
    package mutating func makeCode(
        room: String, role: RoomUser.Role, group: Int = 0, expires: Int64, uses: Int? = nil
    ) -> CodeGrant {
        var random = SecureRandom()
        var code = JoinCode.random(using: &random)
        while grants[code] != nil { code = JoinCode.random(using: &random) }
        let grant = CodeGrant(code, room: room, role: role, group: group, expires: expires, uses: uses)
        grants[code] = grant
        return grant
    }

    /// What somebody else has made or changed, or made invalid.
    package mutating func change(to codes: [CodeGrant]) {
        grants = Dictionary(codes.map { ($0.code, $0) }, uniquingKeysWith: { $1 })
    }

    package mutating func revoke(_ code: JoinCode) { grants[code] = nil }

    /// Forgets codes that ended a day ago; until then people read that theirs has expired.
    ///
    /// - Returns: those that are forgotten.
    package mutating func removeExpired(at time: Int64) -> [JoinCode] {
        let ended = grants.values.filter { $0.expires < time - 86_400 }.map(\.code)
        for code in ended { grants[code] = nil }
        return ended
    }

    // MARK: Admission

    /// What a code leads to, before anybody has a name.
    package mutating func preview(
        _ code: String, from address: String, at time: Int64
    ) throws(JoinError) -> ClassPreview {
        let grant = try grant(code, from: address, at: time)
        let offered = try offered(grant.room)
        return ClassPreview(title: offered.title, role: grant.role, group: grant.group, expires: grant.expires)
    }

    /// - Parameter address: whose request it is, numeric.
    package mutating func admit(
        _ request: JoinRequest, from address: String, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        switch request.proof {
        case .code(let code, let resume):
            return try admit(code, resume, request, from: address, at: time)
        case .signature(let signature):
            return try admit(signature, request, at: time)
        }
    }

    private mutating func admit(
        _ code: String, _ resume: String?, _ request: JoinRequest, from address: String, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        var grant = try grant(code, from: address, at: time)
        let offered = try offered(grant.room)
        let known = resume.flatMap { identity.isIssued($0, for: grant) ? $0 : nil }
        // Whoever comes again has been counted.
        guard known != nil || grant.uses ?? 1 > 0 else { throw JoinError(.codeUsedUp) }
        if known == nil { try judgePace(grant, AddressBlock(address), at: time * 1000) }
        let secret = known ?? identity.issue(for: grant)
        let user = RoomUser(
            id: identity.id(secret, for: grant), name: try JoinRules.name(request.name), role: grant.role,
            group: grant.group, avatar: try JoinRules.avatar(request.avatar))
        let ticket = try ticket(for: user, to: offered, resume: secret, at: time)
        if known == nil {
            _ = addresses.spend(AddressBlock(address), at: time * 1000)
            _ = codeUses.spend(grant.code, at: time * 1000)
        }
        if known == nil, let uses = grant.uses {
            grant.uses = uses - 1
            grants[grant.code] = grant
            changed.append(grant)
        }
        return ticket
    }

    /// - Parameter now: milliseconds since 1970.
    private func judgePace(_ grant: CodeGrant, _ block: AddressBlock, at now: Int64) throws(JoinError) {
        let wait = max(addresses.wait(block, at: now), codeUses.wait(grant.code, at: now))
        guard wait == 0 else { throw JoinError(.tooManyJoins, retryAfter: Int((wait + 999) / 1000)) }
    }

    private mutating func admit(
        _ signature: JoinSignature, _ request: JoinRequest, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        guard JoinRules.isNumber(signature.number) else { throw JoinError(.malformedNumber) }
        guard signature.isProved(name: request.name, keys: settings.integratorKeys) else {
            throw JoinError(.wrongSignature)
        }
        guard signature.expires > time else { throw JoinError(.signatureExpired) }
        let user = RoomUser(
            id: signature.number, name: try JoinRules.name(request.name), role: try JoinRules.role(signature.role),
            group: try JoinRules.group(signature.group), avatar: try JoinRules.avatar(request.avatar))
        return try ticket(for: user, to: try offered(signature.room), resume: nil, at: time)
    }

    /// The code's grant, when it is valid; wrong ones are counted.
    private mutating func grant(
        _ text: String, from address: String, at time: Int64
    ) throws(JoinError) -> CodeGrant {
        let block = AddressBlock(address)
        if let wait = limiter.wait(for: block, at: time) { throw JoinError(.tooManyTries, retryAfter: wait) }
        guard let code = JoinCode(text) else { throw JoinError(.malformedCode) }
        guard let grant = grants[code] else {
            limiter.fail(block, at: time)
            throw JoinError(.wrongCode)
        }
        guard grant.expires > time else { throw JoinError(.codeExpired) }
        return grant
    }

    private func offered(_ name: String) throws(JoinError) -> OfferedClass {
        guard let offered = classes[name] else { throw JoinError(.unknownClass) }
        guard !offered.isOver else { throw JoinError(.classOver) }
        return offered
    }

    private mutating func ticket(
        for known: RoomUser, to offered: OfferedClass, resume: String?, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        guard !offered.excluded.contains(known.id) else { throw JoinError(.excluded) }
        var user = known
        let taken = names[offered.name] ?? TakenNames()
        user.name = AttendeeName.free(user.name) { name in
            name == AttendeeName.reserved || taken[name].map { $0 != user.id } ?? false
        }
        let isFull = offered.isFull || taken.count >= settings.joins.people && !taken.knows(known.id)
        guard !isFull || user.role.leadsRoom else { throw JoinError(.classFull) }
        let local = "n-" + user.id
        let jid = local + "@" + settings.clientDomain
        let expires = time + settings.ticketLifetime
        let claims = TokenClaims(
            // A minute for clocks that differ.
            subject: local, issued: time, notBefore: time - 60, expires: expires,
            others: [
                "aud": .string(settings.clientDomain), "jid": .string(jid), "room": .string(offered.name),
            ])
        let mediaToken = MediaToken(room: offered.name, user: user.id, expires: expires).text(
            key: settings.tokenKey)
        let media = settings.media.map { server in
            ClassTicket.MediaServer(name: server.name, address: server.address, token: mediaToken)
        }
        know(user, in: offered.name)
        admitted.append(Admitted(room: offered.name, user: user))
        return ClassTicket(
            room: offered.name + "@" + settings.roomDomain, title: offered.title, jid: jid,
            token: JSONWebToken.make(claims, key: settings.tokenKey), server: settings.server,
            keeper: settings.keeper, media: media, upload: settings.upload, user: user, expires: expires,
            features: offered.features, resume: resume)
    }
}
