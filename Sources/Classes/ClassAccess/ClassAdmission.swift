package import Classes
package import Encoding

package struct OfferedClass: Sendable, Equatable {
    /// 1 to 64 lowercase letters, digits, `-`, `_` and `.`. The local part of the room's JID.
    package let name: String
    package var title: String
    /// A JSON object.
    package var features: JSONValue?
    package var isFull = false
    /// The most people who may join in all; `nil` for ``JoinLimits/people``.
    package var people: Int?
    package var isOver = false
    package var door = ClassDoor()
    /// IDs of people who are permanently banned.
    package var excluded: Set<String> = []

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

/// Decides who is admitted to a class, and as which person. Times are seconds since 1970.
///
/// A returning person gets the same bare JID, so restrictions last. The integrator's number, the account at a sign-in
/// service, or the resume secret of the first ticket identifies the person.
package struct ClassAdmission: Sendable {
    package struct Settings: Sendable {
        package var server: ClassTicket.Server
        package var clientDomain: String
        package var roomDomain: String
        package var keeper: String
        package var upload: String?
        package var media: [ClassTicket.MediaServer] = []
        /// The end of printed links, with which clients verify this server.
        package var linkEnding = ""
        /// Other names and addresses of the machine at ``server``.
        package var otherHosts: [String] = []
        /// The key of tokens, shared with the XMPP server.
        package var tokenKey: [UInt8]
        /// The keeper's own key for resume secrets. After a change, returning guests count as new people.
        package var guestKey: [UInt8]
        /// Several keys are valid while one replaces another. Without keys, signatures are refused.
        package var integratorKeys: [[UInt8]] = []
        /// In seconds. Long enough for a class with breaks, because reconnecting viewers reuse the token.
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
    package var classes: [String: OfferedClass] = [:]
    private var grants: [JoinCode: CodeGrant] = [:]
    private var changed: [CodeGrant] = []
    private var admitted: [Admitted] = []
    private var knocks: [Knock] = []
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

    package struct Admitted: Sendable, Equatable {
        package let room: String
        package let user: ClassUser
    }

    package mutating func know(_ user: ClassUser, in room: String) {
        names[room, default: TakenNames()].note(AttendeeName.folded(user.name), of: user.id)
    }

    private struct TakenNames: Sendable {
        private var owners: [String: String] = [:]
        private var names: [String: String] = [:]

        subscript(name: String) -> String? { owners[name] }

        var count: Int { names.count }

        func knows(_ person: String) -> Bool { names[person] != nil }

        mutating func note(_ name: String, of person: String) {
            if let old = names.updateValue(name, forKey: person), owners[old] == person { owners[old] = nil }
            owners[name] = person
        }
    }

    /// Returns the people admitted since the last call. The caller stores them before it sends the tickets.
    package mutating func takeAdmitted() -> [Admitted] {
        defer { admitted = [] }
        return admitted
    }

    /// A new person who was not admitted at once.
    package struct Knock: Sendable, Equatable {
        package let room: String
        package let user: ClassUser
        /// Whether the person waits to be admitted. Otherwise the class is locked.
        package let waits: Bool
    }

    package mutating func takeKnocks() -> [Knock] {
        defer { knocks = [] }
        return knocks
    }

    // MARK: Codes

    package var codes: [CodeGrant] { Array(grants.values) }

    /// Returns the codes used since the last call. The caller stores them before it sends the answers.
    package mutating func takeChanges() -> [CodeGrant] {
        defer { changed = [] }
        return changed
    }

    package mutating func makeCode(
        room: String, role: ClassUser.Role, group: Int = 0, expires: Int64, uses: Int? = nil
    ) -> CodeGrant {
        var random = SecureRandom()
        var code = JoinCode.random(using: &random)
        while grants[code] != nil { code = JoinCode.random(using: &random) }
        let grant = CodeGrant(code, room: room, role: role, group: group, expires: expires, uses: uses)
        grants[code] = grant
        return grant
    }

    /// Makes a code that admits, once, the person whom a sign-in service has named. `subject` is the service's
    /// permanent ID of the person. The class uses the first usable one of `names`.
    package mutating func makeCode(
        for subject: String, at issuer: String, names: [String], room: String, role: ClassUser.Role, at time: Int64
    ) throws(JoinError) -> CodeGrant {
        let offered = try offered(room)
        let id = identity.id(of: subject, at: issuer)
        guard !offered.excluded.contains(id) else { throw JoinError(.excluded) }
        let name = names.lazy.compactMap { JoinRules.fitted($0) }.first ?? String(id.prefix(7))
        var grant = makeCode(room: room, role: role, expires: time + settings.ticketLifetime, uses: 1)
        grant.person = CodeGrant.Person(id: id, name: name)
        grants[grant.code] = grant
        return grant
    }

    /// Replaces all codes, because another process has changed them.
    package mutating func change(to codes: [CodeGrant]) {
        grants = Dictionary(codes.map { ($0.code, $0) }, uniquingKeysWith: { $1 })
    }

    package mutating func revoke(_ code: JoinCode) { grants[code] = nil }

    /// Removes and returns codes that expired over a day ago. Until then, the error can still say that the code has
    /// expired.
    package mutating func removeExpired(at time: Int64) -> [JoinCode] {
        let ended = grants.values.filter { $0.expires < time - 86_400 }.map(\.code)
        for code in ended { grants[code] = nil }
        return ended
    }

    // MARK: Admission

    package mutating func preview(
        _ code: String, from address: String, at time: Int64
    ) throws(JoinError) -> ClassPreview {
        let grant = try grant(code, from: address, at: time)
        let offered = try offered(grant.room)
        return ClassPreview(title: offered.title, role: grant.role, group: grant.group, expires: grant.expires)
    }

    /// - Parameter address: the client's numeric address.
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
        let issued = resume.flatMap { identity.isIssued($0, for: grant) ? $0 : nil }
        let secret = issued ?? identity.issue(for: grant)
        let id = grant.person?.id ?? identity.id(secret, for: grant)
        let isKnown = issued != nil && names[grant.room]?.knows(id) ?? false
        guard isKnown || grant.uses ?? 1 > 0 else { throw JoinError(.codeUsedUp) }
        let isNew = !isKnown && !(issued != nil && offered.door.knows(id))
        if isNew { try judgePace(grant, AddressBlock(address), at: time * 1000) }
        let name = if let person = grant.person { person.name } else { try JoinRules.name(request.name) }
        let user = ClassUser(
            id: id, name: name, role: grant.role, group: grant.group, avatar: try JoinRules.avatar(request.avatar))
        let ticket: ClassTicket
        do throws(JoinError) {
            ticket = try self.ticket(for: user, to: offered, resume: secret, at: time)
        } catch {
            if isNew, error.reason == .waiting { spend(grant, AddressBlock(address), at: time * 1000) }
            throw error
        }
        if isNew { spend(grant, AddressBlock(address), at: time * 1000) }
        if !isKnown, let uses = grant.uses {
            grant.uses = uses - 1
            grants[grant.code] = grant
            changed.append(grant)
        }
        return ticket
    }

    /// - Parameter now: in milliseconds since 1970.
    private func judgePace(_ grant: CodeGrant, _ block: AddressBlock, at now: Int64) throws(JoinError) {
        let wait = max(addresses.wait(block, at: now), codeUses.wait(grant.code, at: now))
        guard wait == 0 else { throw JoinError(.tooManyJoins, retryAfter: Int((wait + 999) / 1000)) }
    }

    private mutating func spend(_ grant: CodeGrant, _ block: AddressBlock, at now: Int64) {
        _ = addresses.spend(block, at: now)
        _ = codeUses.spend(grant.code, at: now)
    }

    private mutating func admit(
        _ signature: JoinSignature, _ request: JoinRequest, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        guard JoinRules.isNumber(signature.number) else { throw JoinError(.malformedNumber) }
        guard signature.isProved(name: request.name, keys: settings.integratorKeys) else {
            throw JoinError(.wrongSignature)
        }
        let offered = try offered(signature.room)
        guard signature.expires > time || offered.door.knows(signature.number) else {
            throw JoinError(.signatureExpired)
        }
        let user = ClassUser(
            id: signature.number, name: try JoinRules.name(request.name), role: try JoinRules.role(signature.role),
            group: try JoinRules.group(signature.group), avatar: try JoinRules.avatar(request.avatar))
        return try ticket(for: user, to: offered, resume: nil, at: time)
    }

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
        for known: ClassUser, to offered: OfferedClass, resume: String?, at time: Int64
    ) throws(JoinError) -> ClassTicket {
        guard !offered.excluded.contains(known.id) else { throw JoinError(.excluded) }
        var user = known
        let taken = names[offered.name] ?? TakenNames()
        user.name = AttendeeName.free(user.name) { name in
            name == AttendeeName.reserved || taken[name].map { $0 != user.id } ?? false
        }
        let limit = offered.people ?? settings.joins.people
        let isNew = !taken.knows(known.id) && !known.role.leadsRoom
        if isNew, var refusal = offered.door.refusal(of: known.id) {
            if refusal.reason == .waiting { refusal.resume = resume }
            if refusal.reason == .waiting || refusal.reason == .classLocked {
                knocks.append(Knock(room: offered.name, user: user, waits: refusal.reason == .waiting))
            }
            throw refusal
        }
        let isFull = offered.isFull || taken.count >= limit && !taken.knows(known.id)
        guard !isFull || user.role.leadsRoom else { throw JoinError(.classFull) }
        let local = "n-" + user.id
        let jid = local + "@" + settings.clientDomain
        let expires = time + settings.ticketLifetime
        let claims = TokenClaims(
            // Clocks may differ by a minute.
            subject: local, issued: time, notBefore: time - 60, expires: expires,
            others: [
                "aud": .string(settings.clientDomain), "jid": .string(jid), "room": .string(offered.name),
            ])
        let mediaToken = MediaToken(room: offered.name, user: user.id, expires: expires).text(
            key: settings.tokenKey)
        let media = settings.media.map { server in
            ClassTicket.MediaServer(
                name: server.name, address: server.address, token: mediaToken, ports: server.ports)
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
