package import Classes

/// The people at the door of a class with a waiting room. Times are milliseconds since 1970.
package struct WaitingRoom: Sendable, Equatable, Codable {
    package struct Person: Sendable, Equatable, Codable {
        package var user: ClassUser
        /// When the person counts as gone, unless the request is repeated.
        var deadline: Int64
    }

    /// In the order in which they came.
    package internal(set) var people: [Person] = []
    /// The number of people, of whom a client knows only the first ones; `nil` at the keeper.
    var count: Int?
    /// The ids of people who may enter, with the time when that is forgotten.
    package internal(set) var letIn: [String: Int64] = [:]
    /// The ids of people who may not enter, with the time when they may ask again.
    package internal(set) var refused: [String: Int64] = [:]
    /// When the list was sent last.
    var toldAt: Int64 = 0
    /// When the changed list is sent, or `nil` if it has not changed.
    var toldDue: Int64?

    /// The seconds after which waiting people repeat their requests: longer if there are many.
    package var pause: Int { min(30, 2 + people.count / 20) }

    var nextDeadline: Int64? {
        (people.map(\.deadline) + letIn.values + refused.values + [toldDue].compactMap(\.self)).min()
    }

    func contains(_ user: String) -> Bool { people.contains { $0.user.id == user } }
}
