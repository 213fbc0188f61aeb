package import ClassAccess
package import ClassRules

package struct KeeperLimits: Sendable, Equatable {
    package var chat = ChatLimits()
    package var joins = JoinLimits()

    package init() {}
}
