import Encoding
package import Rooms

/// Where the events of a class have come to, by their number and by a hash of all of them: whoever has the same number and the
/// same hash has had the same events, and so has the same state. A value.
package struct EventChain: Sendable, Equatable {
    /// Hexadecimal digits of a hash: 64 bits tell logs apart that went different ways. They are no signature; who may send events
    /// is told by the room server.
    package static let hashDigits = 16

    /// Of the last event; 0: there was none.
    package private(set) var number: Int64
    package private(set) var hash: String

    package init(number: Int64 = 0, hash: String = "") {
        self.number = number
        self.hash = hash
    }

    /// Numbers an event. The keeper's side.
    package mutating func append(_ event: RoomEvent) -> NumberedEvent {
        let line = String(decoding: JSONLines.write(CollectionOfOne(event)).dropLast(), as: UTF8.self)
        number += 1
        hash = Self.hash(after: hash, line)
        return NumberedEvent(number: number, event: event, line: line, hash: hash)
    }

    /// What an event that was received is to those before it.
    package enum Arrival: Sendable, Equatable {
        /// The next one; the chain has gone on.
        case next(RoomEvent)
        /// It was had before.
        case known
        /// Others are missing before it, or it follows from other events than ours: the state has to be asked for.
        case gap
        /// It is the next one, but this version cannot read it: it is passed over, the chain has gone on.
        case unreadable(String)
    }

    /// The clients' side.
    package mutating func follow(number: Int64, line: String, hash: String) -> Arrival {
        guard number > self.number else { return .known }
        guard number == self.number + 1, hash == Self.hash(after: self.hash, line) else { return .gap }
        (self.number, self.hash) = (number, hash)
        return Self.read(line)
    }

    /// Whether a beat with these says that nothing is missing.
    package func isAbreast(number: Int64, hash: String) -> Bool {
        number < self.number || number == self.number && hash == self.hash
    }

    private static func read(_ line: String) -> Arrival {
        let read = JSONLines.read(RoomEvent.self, Array(line.utf8), file: "event")
        guard let event = read.lines.first, read.lines.count == 1 else {
            return .unreadable(read.warnings.first?.problem ?? "no event")
        }
        return .next(event)
    }

    static func hash(after before: String, _ line: String) -> String {
        String(SHA256.hexadecimal(before + "\n" + line).prefix(hashDigits))
    }
}
