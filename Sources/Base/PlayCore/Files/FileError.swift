import Glibc

package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    package let operation: String
    package let number: Int32
    package let path: String

    package init(_ operation: String, _ number: Int32, _ path: String) {
        self.operation = operation
        self.number = number
        self.path = path
    }

    package var description: String { "\(operation): \(reason): \(path)" }

    package var reason: String { String(cString: strerror(number)) }

    package var isMissing: Bool { number == ENOENT }
}
