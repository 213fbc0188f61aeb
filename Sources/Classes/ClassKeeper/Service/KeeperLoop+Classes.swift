import ClassAccess
import ClassRules
import ClassWire
import Classes
import Encoding
import HTTPServing
import PlayCore
import Signalling
import Storage

extension KeeperLoop {
    var status: Keeper.Status {
        Keeper.Status(
            isOnline: isOnline,
            rooms: rooms.mapValues { room in
                Keeper.Status.Room(
                    isInside: room.isInside, number: room.kept.chain.number, present: room.kept.machine.present)
            })
    }

    func state(of room: String) -> (state: ClassState, number: Int64)? {
        rooms[room].map { ($0.kept.state, $0.kept.chain.number) }
    }

    // MARK: Classes

    func load() throws(KeeperError) {
        do throws(StorageError) {
            for plan in try store.plans() { try open(plan) }
            try loadCodes()
            lifts = try store.lifts()
        } catch {
            throw .storage(error)
        }
    }

    func keep(_ plan: ClassPlan) throws(KeeperError) {
        do throws(StorageError) {
            try store.create(plan, epoch: KeeperTime.now.wall)
            try store.change(plan)
            try open(plan)
        } catch {
            throw .storage(error)
        }
    }

    private func open(_ plan: ClassPlan) throws(StorageError) {
        guard var offered = OfferedClass(name: plan.name, title: plan.title, features: .encoding(plan.features)) else {
            throw StorageError(.other, operation: "open", text: "no name of a class", context: plan.name)
        }
        let now = KeeperTime.now
        settings.audiences.set(plan.audience, of: plan.name)
        offered.isOver = plan.isOver
        offered.people = plan.people
        offered.excluded = admission.classes[plan.name]?.excluded ?? []
        offered.door = rooms[plan.name]?.door ?? ClassDoor()
        if rooms[plan.name] != nil {
            admission.classes[plan.name] = offered
            update(plan.name, at: now) { $0.change(to: plan, at: now) }
            if plan.isOver { rooms[plan.name] = nil }
            return
        }
        guard !plan.isOver else {
            admission.classes[plan.name] = offered
            return
        }
        guard let stored = try store.load(plan.name) else { return }
        let people = try store.people(of: plan.name)
        for person in people {
            admission.know(person.user, in: plan.name)
            if person.isExcluded { offered.excluded.insert(person.user.id) }
        }
        admission.classes[plan.name] = offered
        var place = KeeperRoom.Place(
            room: XMPPAddress(local: plan.name, domain: settings.roomDomain),
            keeper: XMPPAddress(domain: settings.account.domain), clientDomain: settings.clientDomain)
        place.grace = settings.grace
        var room = KeeperRoom(
            plan, KeptClass(stored), people: people, shortened: stored.shortened, at: place, session: session)
        room.limits = settings.limits
        room.isMediaKnown = settings.mediaServer?.control == nil
        room.library = settings.records ? settings.library : nil
        room.recording = rooms[plan.name]?.recording
        room.attending = try store.attending(plan.name)
        room.lastArchived = try store.lastMessage(of: plan.name)
        room.lastSight = try store.lastRunning()
        if writers[plan.name] == nil, let library = settings.library {
            // A class continues its recording even after a crash.
            let live = room.kept.state.live
            room.resumable =
                room.library == nil ? nil : library.resumable(of: plan.name, live, for: plan.audience)
            let recorded = room.resumable.map { Self.messages(of: library.folder + "/" + $0) } ?? []
            room.recordedBefore = Set(recorded)
            room.lastArchived = room.lastArchived ?? recorded.last
            library.finishAbandoned(of: plan.name, but: room.resumable)
        }
        rooms[plan.name] = room
        admission.classes[plan.name]?.door = room.door
        if isOnline { update(plan.name, at: now) { $0.connected(at: now) } }
    }

    /// Reads changes of other processes in the same file: they make and revoke codes, add classes and remove bans.
    func readOutsideChanges(at now: KeeperTime) {
        defer { liftBans(at: now) }
        do throws(StorageError) {
            let changes = try store.foreignChanges()
            guard changes != foreignChanges else { return }
            for plan in try store.plans() where rooms[plan.name]?.plan != plan { try open(plan) }
            try loadCodes()
            lifts = try store.lifts()
            // Set last, so that a failed read is retried.
            foreignChanges = changes
        } catch {
            Log.shared.write(.error, "keeper", "\(error)")
        }
    }

    /// Lifts the bans that an administrator has removed, in each room once the keeper is inside.
    private func liftBans(at now: KeeperTime) {
        lifts.removeAll { lift in
            rooms[lift.room]?.isInside == true && update(lift.room, at: now) { $0.lift(lift.person, at: now) }
        }
    }

    // MARK: Codes and tickets

    private func loadCodes() throws(StorageError) {
        admission.change(to: try store.codes().compactMap { CodeGrant(code: $0.key, json: $0.value) })
        for code in admission.removeExpired(at: KeeperTime.now.wall / 1000) { try store.set(code.text, to: nil) }
    }

    func makeCode(
        for room: String, _ role: ClassUser.Role, group: Int, expires: Int64, uses: Int?
    ) throws(KeeperError) -> CodeGrant {
        guard rooms[room] != nil else { throw .unknownClass(room) }
        let grant = admission.makeCode(room: room, role: role, group: group, expires: expires, uses: uses)
        try keep(grant)
        return grant
    }

    private func keep(_ grant: CodeGrant) throws(KeeperError) {
        do throws(StorageError) {
            try store.set(grant.code.text, to: grant.json)
        } catch {
            admission.revoke(grant.code)
            throw .storage(error)
        }
    }

    var openClasses: [String] {
        readOutsideChanges(at: .now)
        return admission.classes.values.filter { !$0.isOver }.map(\.name).sorted()
    }

    func makeCode(for person: SignInCoordinator.Person) -> Result<JoinCode, JoinError> {
        Result { () throws(JoinError) in
            let grant = try admission.makeCode(
                for: person.subject, at: person.issuer, names: person.names, room: person.room, role: person.role,
                at: KeeperTime.now.wall / 1000)
            do throws(KeeperError) {
                try keep(grant)
            } catch {
                Log.shared.write(.error, "keeper", error.message)
                throw JoinError(.signInUnreachable)
            }
            return grant.code
        }
    }

    func admit(_ request: JoinRequest, from address: String) throws(KeeperError) -> Result<ClassTicket, JoinError> {
        let now = KeeperTime.now
        let ticket: ClassTicket
        do throws(JoinError) {
            ticket = try admission.admit(request, from: address, at: now.wall / 1000)
        } catch {
            tellDoor(at: now)
            return .failure(error)
        }
        do throws(StorageError) {
            try settle(at: now)
        } catch {
            throw .storage(error)
        }
        return .success(ticket)
    }

    func answer(_ request: HTTPServerRequest, publicAddress: String) -> HTTPServerResponse {
        let now = KeeperTime.now
        if let figures = health(request) { return figures }
        readOutsideChanges(at: now)
        if SignInCoordinator.isAsked(by: request) { return JoinError(.signInMissing).response }
        guard let response = admission.answer(request, publicAddress: publicAddress, at: now.wall / 1000) else {
            return .notFound
        }
        tellDoor(at: now)
        do throws(StorageError) {
            try settle(at: now)
        } catch {
            Log.shared.write(.error, "keeper", "\(error)")
            return .text(503, "the class server cannot store anything")
        }
        return response
    }

    private func tellDoor(at now: KeeperTime) {
        for knock in admission.takeKnocks() {
            update(knock.room, at: now) { $0.knocked(knock.user, waits: knock.waits, at: now) }
        }
    }

    /// Stores the people who got tickets and adds them to the rooms, before the tickets are sent.
    private func settle(at now: KeeperTime) throws(StorageError) {
        let admitted = admission.takeAdmitted().map { (room: $0.room, person: ClassPerson($0.user)) }
        let grants = admission.takeChanges()
        guard !admitted.isEmpty || !grants.isEmpty else { return }
        let codes = Dictionary(grants.map { ($0.code.text, $0.json) }, uniquingKeysWith: { $1 })
        try store.admit(admitted, codes: codes)
        for (room, person) in admitted { update(room, at: now) { $0.know(person, at: now) } }
    }
}
