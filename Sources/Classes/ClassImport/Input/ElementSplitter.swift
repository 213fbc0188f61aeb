/// Splits a JSON document that arrives in pieces. It passes on the elements of the outermost list, or the members of
/// the outermost object. Some members are themselves split into elements. Holds at most one part.
///
/// Tracks only brackets and quotes. The reader checks whether a part is JSON.
struct ElementSplitter {
    enum Part: Equatable {
        /// `list` is `nil` for the outermost list.
        case element(list: String?, ArraySlice<UInt8>)
        case member(String, ArraySlice<UInt8>)
        case tooLarge
    }

    private let lists: Set<String>
    private let ignored: Set<String>
    private let limit: Int

    private enum Place: Equatable {
        case start
        case name
        case value
        case elements
        case ended
    }

    private var place = Place.start
    private var rootIsList = false
    private var level = 0
    private var isInString = false
    private var isEscaped = false
    private var part: [UInt8] = []
    private var isTooLarge = false
    private var isIgnored = false
    private var name = ""

    init(lists: Set<String> = [], ignored: Set<String> = [], limit: Int) {
        self.lists = lists
        self.ignored = ignored
        self.limit = limit
    }

    var isComplete: Bool { place == .ended }

    mutating func feed(_ bytes: [UInt8], _ give: (Part) -> Void) {
        for byte in bytes {
            if isInString {
                keep(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == 0x5C {
                    isEscaped = true
                } else if byte == 0x22 {
                    isInString = false
                }
            } else {
                step(byte, give)
            }
        }
    }

    private mutating func step(_ byte: UInt8, _ give: (Part) -> Void) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: if level > 0 { keep(byte) }
        case 0x22:
            isInString = true
            keep(byte)
        case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte, give)
        case UInt8(ascii: ":") where place == .name && level == 0:
            name = String(decoding: part.dropFirst().dropLast(), as: UTF8.self)
            part.removeAll(keepingCapacity: true)
            isIgnored = ignored.contains(name)
            place = .value
        case UInt8(ascii: ",") where level == 0 && place != .start: finishPart(give)
        default: if place != .start { keep(byte) }
        }
    }

    private mutating func open(_ byte: UInt8) {
        if place == .start {
            part.removeAll(keepingCapacity: true)
            rootIsList = byte == UInt8(ascii: "[")
            place = rootIsList ? .elements : .name
        } else if place == .value, level == 0, byte == UInt8(ascii: "["), lists.contains(name) {
            place = .elements
        } else {
            keep(byte)
            level += 1
        }
    }

    private mutating func close(_ byte: UInt8, _ give: (Part) -> Void) {
        if level > 0 {
            keep(byte)
            level -= 1
            return
        }
        finishPart(give)
        if place == .elements, !rootIsList {
            // The list has ended, and the comma after it ends no part.
            place = .name
        } else {
            place = .ended
        }
    }

    private mutating func finishPart(_ give: (Part) -> Void) {
        defer {
            part.removeAll(keepingCapacity: true)
            isTooLarge = false
        }
        switch place {
        case .elements:
            if isTooLarge {
                give(.tooLarge)
            } else if !part.isEmpty {
                give(.element(list: rootIsList ? nil : name, part[...]))
            }
        case .value:
            if isTooLarge { give(.tooLarge) } else if !part.isEmpty { give(.member(name, part[...])) }
            isIgnored = false
            place = .name
        case .start, .name, .ended: break
        }
    }

    @inline(__always)
    private mutating func keep(_ byte: UInt8) {
        guard !isIgnored, !isTooLarge, place != .ended else { return }
        part.append(byte)
        if part.count > limit {
            isTooLarge = true
            part.removeAll(keepingCapacity: true)
        }
    }
}
