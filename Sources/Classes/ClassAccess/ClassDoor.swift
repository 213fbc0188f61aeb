package struct ClassDoor: Sendable, Equatable {
    package var isLocked = false
    package var hasWaitingRoom = false
    /// IDs of people.
    package var waiting: Set<String> = []
    package var letIn: Set<String> = []
    package var refused: Set<String> = []
    package var places = 200
    /// The seconds after which waiting people repeat their requests.
    package var pause = 2

    package init() {}

    func knows(_ id: String) -> Bool { waiting.contains(id) || letIn.contains(id) || refused.contains(id) }

    package func refusal(of id: String) -> JoinError? {
        guard !letIn.contains(id) else { return nil }
        guard !isLocked else { return JoinError(.classLocked) }
        guard hasWaitingRoom else { return nil }
        guard !refused.contains(id) else { return JoinError(.entryRefused) }
        guard waiting.contains(id) || waiting.count < places else { return JoinError(.tooManyJoins, retryAfter: 30) }
        return JoinError(.waiting, retryAfter: pause)
    }
}
