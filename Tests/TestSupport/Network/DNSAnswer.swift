/// A name server's side of RFC 1035 and RFC 8484: parses a message's question and answers with one address.
package enum DNSAnswer {
    package static let typeA: UInt16 = 1
    package static let typeAAAA: UInt16 = 28
    package static let contentType = "application/dns-message"

    package struct Question: Sendable, Equatable {
        /// In lower case, without the final dot.
        package let name: String
        package let type: UInt16
        /// Name, type and class in the message.
        fileprivate let bytes: [UInt8]
    }

    package static func question(of message: [UInt8]) -> Question? {
        var labels: [String] = []
        var place = 12
        while place < message.count, message[place] != 0 {
            let length = Int(message[place])
            guard length < 64, place + 1 + length < message.count else { return nil }
            labels.append(String(decoding: message[(place + 1)...(place + length)], as: UTF8.self))
            place += 1 + length
        }
        guard place + 5 <= message.count, !labels.isEmpty else { return nil }
        let type = UInt16(message[place + 1]) << 8 | UInt16(message[place + 2])
        return Question(
            name: labels.joined(separator: ".").lowercased(), type: type, bytes: Array(message[12..<(place + 5)]))
    }

    /// Only type A has an address.
    ///
    /// - Parameter address: four bytes, or `nil` if the name does not exist (NXDOMAIN).
    package static func message(for query: [UInt8], _ question: Question, address: [UInt8]?) -> [UInt8] {
        let answers: UInt8 = address != nil && question.type == typeA ? 1 : 0
        // The query's number, "a response, recursion available", one question.
        var message = Array(query.prefix(2)) + [0x81, address == nil ? 0x83 : 0x80, 0, 1, 0, answers, 0, 0, 0, 0]
        message += question.bytes
        guard answers == 1, let address else { return message }
        // The question's name, A, IN, valid for a minute.
        return message + [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4] + address
    }
}
