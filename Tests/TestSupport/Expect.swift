package import Testing

/// Records an issue with both values unless they are equal.
///
/// The type checker needs 11 to 16 ms more for the macro `#expect(a == b)`, of which there would be 10,400. The macro is
/// for all other conditions, and shows their parts.
package func expect<Value: Equatable>(
    _ value: @autoclosure () throws -> Value, is expected: @autoclosure () throws -> Value,
    _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    let (value, expected) = (try value(), try expected())
    guard value != expected else { return }
    let words = [comment()?.rawValue, difference(value, expected)].compactMap(\.self)
    Issue.record(Comment(rawValue: words.joined(separator: ": ")), sourceLocation: sourceLocation)
}

private func difference(_ value: some Equatable, _ expected: some Equatable) -> String {
    let start: Int
    if let value = value as? [UInt8], let expected = expected as? [UInt8] {
        start = zip(value, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? min(value.count, expected.count)
    } else {
        start = 0
    }
    return "\(shown(value, from: start)) is not \(shown(expected, from: start))"
}

/// Printing millions of numbers takes minutes.
private func shown(_ value: Any, from start: Int) -> String {
    let shownCount = 40
    if let text = value as? String { return text.debugDescription }
    guard let list = value as? any Collection, list.count > shownCount else { return String(describing: value) }
    let part = list.dropFirst(start).prefix(shownCount).map { "\($0)" }.joined(separator: ", ")
    return "[\(list.count) elements, from \(start) on: \(part) …]"
}
