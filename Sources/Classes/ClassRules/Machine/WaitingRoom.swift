package import Classes

/// The people who wait to be admitted to a class. Times are milliseconds since 1970.
package struct WaitingRoom: Sendable, Equatable, Codable {
    package struct Person: Sendable, Equatable, Codable {
        package var user: ClassUser
        var deadline: Int64
    }

    /// In the order of arrival.
    package internal(set) var people: [Person] = []
    /// A client knows only the first people; `nil` at the keeper.
    var count: Int?
    /// IDs of people who may enter, and the time at which this is forgotten.
    package internal(set) var letIn: [String: Int64] = [:]
    /// IDs of people who must not enter, and the time from which they may ask again.
    package internal(set) var refused: [String: Int64] = [:]
    var toldAt: Int64 = 0
    /// The time at which the changed list is sent; `nil` without a change.
    var toldDue: Int64?

    /// In seconds, after which waiting people repeat their requests. Longer for many people.
    package var pause: Int { min(30, 2 + people.count / 20) }

    var nextDeadline: Int64? {
        (people.map(\.deadline) + letIn.values + refused.values + [toldDue].compactMap(\.self)).min()
    }

    func contains(_ user: String) -> Bool { people.contains { $0.user.id == user } }
}
