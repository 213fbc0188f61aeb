/// Who may enter a class that they were not in before. Teachers and assistants always may.
package struct ClassDoor: Sendable, Equatable {
    package var isLocked = false

    package init() {}
}
