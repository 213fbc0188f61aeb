/// Who may enter a class that they were not in before. Teachers and assistants always may.
package struct ClassDoor: Sendable, Equatable {
    package var isLocked = false
    package var hasWaitingRoom = false
    /// Ids of the people who wait, were let in, and were refused.
    package var waiting: Set<String> = []
    package var letIn: Set<String> = []
    package var refused: Set<String> = []
    /// The greatest number of people who wait.
    package var places = 200
    /// The seconds after which waiting people repeat their requests.
    package var pause = 2

    package init() {}

    /// Whether a person has asked to enter before.
    func knows(_ id: String) -> Bool { waiting.contains(id) || letIn.contains(id) || refused.contains(id) }

    /// Returns why a new person cannot enter now, or `nil` if the person can.
    package func refusal(of id: String) -> JoinError? {
        guard !letIn.contains(id) else { return nil }
        guard !isLocked else { return JoinError(.classLocked) }
        guard hasWaitingRoom else { return nil }
        guard !refused.contains(id) else { return JoinError(.entryRefused) }
        guard waiting.contains(id) || waiting.count < places else { return JoinError(.tooManyJoins, retryAfter: 30) }
        return JoinError(.waiting, retryAfter: pause)
    }
}
