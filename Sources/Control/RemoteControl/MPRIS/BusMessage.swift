import CSystemd

/// One message of sd-bus. Only for the thread that loaded the library. Fails silently: a message that cannot be built
/// (no memory, a string that is not UTF-8) is not sent, and its recipient's request times out.
struct BusMessage: ~Copyable {
    private let message: OpaquePointer

    /// Takes ownership of the reference.
    private init?(_ message: OpaquePointer?) {
        guard let message else { return nil }
        self.message = message
    }

    deinit { _ = tv_bus_unref(BusLibrary.table, message) }

    static func answer(to call: OpaquePointer) -> BusMessage? {
        var message: OpaquePointer?
        return tv_bus_new_return(BusLibrary.table, call, &message) >= 0 ? BusMessage(message) : nil
    }

    static func error(to call: OpaquePointer, name: String, text: String) -> BusMessage? {
        var message: OpaquePointer?
        let result = name.withCString { name in
            text.withCString { text in
                var error = tv_bus_error(name: name, message: text, need_free: 0)
                return tv_bus_new_error(BusLibrary.table, call, &message, &error)
            }
        }
        return result >= 0 ? BusMessage(message) : nil
    }

    static func signal(_ bus: OpaquePointer, path: String, interface: String, member: String) -> BusMessage? {
        var message: OpaquePointer?
        return tv_bus_new_signal(BusLibrary.table, bus, &message, path, interface, member) >= 0
            ? BusMessage(message) : nil
    }

    func append(_ value: BusValue) {
        switch value {
        case .flag(let flag):
            // D-Bus's booleans are C's int.
            var number: Int32 = flag ? 1 : 0
            tv_bus_append_basic(BusLibrary.table, message, Self.code("b"), &number)
        case .integer(var number): tv_bus_append_basic(BusLibrary.table, message, Self.code("x"), &number)
        case .number(var number): tv_bus_append_basic(BusLibrary.table, message, Self.code("d"), &number)
        case .string(let text): append("s", text)
        case .path(let text): append("o", text)
        case .strings(let texts):
            within("a", "s") { for text in texts { append("s", text) } }
        case .map(let fields):
            within("a", "{sv}") {
                for (key, value) in fields {
                    within("e", "sv") {
                        append("s", key)
                        appendVariant(value)
                    }
                }
            }
        }
    }

    func appendVariant(_ value: BusValue) { within("v", value.signature) { append(value) } }

    /// Answers need no `bus`.
    func send(on bus: OpaquePointer? = nil) { tv_bus_send(BusLibrary.table, bus, message, nil) }

    private func append(_ type: UnicodeScalar, _ text: String) {
        text.withCString { _ = tv_bus_append_basic(BusLibrary.table, message, Self.code(type), $0) }
    }

    private func within(_ type: UnicodeScalar, _ contents: String, _ body: () -> Void) {
        tv_bus_open_container(BusLibrary.table, message, Self.code(type), contents)
        body()
        tv_bus_close_container(BusLibrary.table, message)
    }

    fileprivate static func code(_ scalar: UnicodeScalar) -> CChar { CChar(truncatingIfNeeded: scalar.value) }
}

struct BusCall {
    let message: OpaquePointer

    var interface: String { tv_bus_interface(BusLibrary.table, message).map { String(cString: $0) } ?? "" }
    var member: String { tv_bus_member(BusLibrary.table, message).map { String(cString: $0) } ?? "" }

    /// Returns `nil` if the next argument has another type, or none is left.
    func text(_ type: UnicodeScalar = "s") -> String? {
        var text: UnsafePointer<CChar>?
        guard tv_bus_read_basic(BusLibrary.table, message, BusMessage.code(type), &text) > 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    func integer() -> Int64? {
        var number: Int64 = 0
        return tv_bus_read_basic(BusLibrary.table, message, BusMessage.code("x"), &number) > 0 ? number : nil
    }

    func variant() -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard tv_bus_peek_type(BusLibrary.table, message, &type, &contents) > 0, type == BusMessage.code("v"),
            let contents
        else {
            return nil
        }
        let signature = String(cString: contents)
        guard tv_bus_enter(BusLibrary.table, message, type, contents) > 0 else { return nil }
        switch signature {
        case "b":
            var flag: Int32 = 0
            return tv_bus_read_basic(BusLibrary.table, message, BusMessage.code("b"), &flag) > 0
                ? .flag(flag != 0) : nil
        case "d":
            var number = 0.0
            return tv_bus_read_basic(BusLibrary.table, message, BusMessage.code("d"), &number) > 0
                ? .number(number) : nil
        case "x": return integer().map(BusValue.integer)
        case "s": return text().map(BusValue.string)
        default: return nil
        }
    }
}
