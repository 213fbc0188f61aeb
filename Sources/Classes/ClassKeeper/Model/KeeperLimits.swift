package import ClassAccess
package import ClassRules

/// The operator's limits on what people may do.
package struct KeeperLimits: Sendable, Equatable {
    package var chat = ChatLimits()
    package var joins = JoinLimits()

    package init() {}
}
