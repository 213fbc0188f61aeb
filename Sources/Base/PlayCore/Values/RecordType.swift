/// The kind of a recording. Unknown kinds keep the service's numbers.
package struct RecordType: RawRepresentable, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let common = RecordType(rawValue: 0)
    package static let compositeVideo = RecordType(rawValue: 1)
    package static let wholeScreen = RecordType(rawValue: 2)
    package static let mixed = RecordType(rawValue: 3)
}
