package import ClassAccess
package import ClassRules

/// How much people may do, by whoever runs the keeper. A value.
package struct KeeperLimits: Sendable, Equatable {
    package var chat = ChatLimits()
    package var joins = JoinLimits()

    package init() {}
}
