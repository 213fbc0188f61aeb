package import Classes
import Encoding

/// The number of the last event of a class, and a hash of all events. Clients with equal numbers and hashes have
/// received the same events, so they have the same state.
package struct EventChain: Sendable, Equatable {
    /// 64 bits distinguish logs that have diverged. A hash is not a signature; the room server decides who may send
    /// events.
    package static let hashDigits = 16

    /// 0 before the first event.
    package private(set) var number: Int64
    package private(set) var hash: String

    package init(number: Int64 = 0, hash: String = "") {
        self.number = number
        self.hash = hash
    }

    package mutating func append(_ event: ClassEvent) -> NumberedEvent {
        let line = String(decoding: JSONLines.write(CollectionOfOne(event)).dropLast(), as: UTF8.self)
        number += 1
        hash = Self.hash(after: hash, line)
        return NumberedEvent(number: number, event: event, line: line, hash: hash)
    }

    package enum Arrival: Sendable, Equatable {
        case next(ClassEvent)
        case known
        /// Events are missing, or the event follows a different log. The client must request the state.
        case gap
        /// This version cannot read the event. It is skipped, and the chain has advanced.
        case unreadable(String)
    }

    /// Checks a received event, and advances the chain if it is the next one. For clients.
    ///
    /// - Parameter reached: changes the addresses in the line to those that the client reaches.
    package mutating func follow(
        number: Int64, line: String, hash: String, reached: (String) -> String = { $0 }
    ) -> Arrival {
        guard number > self.number else { return .known }
        guard number == self.number + 1, hash == Self.hash(after: self.hash, line) else { return .gap }
        (self.number, self.hash) = (number, hash)
        return Self.read(reached(line))
    }

    package func isAbreast(number: Int64, hash: String) -> Bool {
        number < self.number || number == self.number && hash == self.hash
    }

    private static func read(_ line: String) -> Arrival {
        let read = JSONLines.read(ClassEvent.self, Array(line.utf8), file: "event")
        guard let event = read.lines.first, read.lines.count == 1 else {
            return .unreadable(read.warnings.first?.problem ?? "no event")
        }
        return .next(event)
    }

    static func hash(after before: String, _ line: String) -> String {
        String(SHA256.hexadecimal(before + "\n" + line).prefix(hashDigits))
    }
}
