internal import CMicroHTTPD
import CPlatform
import Encoding
import Glibc
import PlayCore

/// A connection of the library, and the request in progress on it. For the `http` thread. ``deadline`` runs while a
/// request is received and while its answer is sent. It pauses while the handler works.
final class HTTPServerConnection {
    let pointer: OpaquePointer
    let socket: Int32
    let peer: String
    let network: [UInt8]
    var isIncomplete = true
    /// Whether the server has ended it, perhaps unknown to the library.
    private(set) var isEnded = false
    /// When the server ends the connection, even if data arrives.
    var deadline: HostTime?
    var assembly: RequestAssembly?
    var answer: HTTPServerResponse?

    init(_ pointer: OpaquePointer, socket: Int32, peer: String) {
        self.pointer = pointer
        self.socket = socket
        self.peer = peer
        network = Self.network(of: peer)
    }

    /// Makes the library read the end of the stream.
    func end() {
        isEnded = true
        deadline = nil
        shutdown(socket, Int32(SHUT_RDWR))
    }

    /// Returns the unit by which connections are counted: of an IPv6 address the first 64 bits, which one line owns.
    static func network(of peer: String) -> [UInt8] {
        guard let bytes = InternetAddress.bytes(String(peer.prefix { $0 != "%" })) else { return Array(peer.utf8) }
        return bytes.count == 16 ? Array(bytes.prefix(8)) : bytes
    }

    func fields(_ library: MicroHTTPDLibrary) -> [HTTPField] {
        final class Found { var fields: [HTTPField] = [] }
        let found = Found()
        tv_mhd_read_fields(library.functions, pointer, Unmanaged.passUnretained(found).toOpaque()) {
            context, name, nameSize, value, valueSize in
            guard let context, let name else { return }
            let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
                String(decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count), as: UTF8.self)
            }
            found.fields.append(HTTPField(text(name, nameSize).lowercased(), HTTPText.trimmed(text(value, valueSize))))
        }
        return withExtendedLifetime(found) { found.fields }
    }

    /// - Returns: false if the connection must end.
    func send(_ response: HTTPServerResponse, _ library: MicroHTTPDLibrary) -> Bool {
        let functions = library.functions
        guard let made = Self.made(response, functions) else { return false }
        defer { functions.pointee.MHD_destroy_response(made) }
        for field in response.fields where HTTPText.isToken(field.name) && HTTPText.isFieldValue(field.value) {
            _ = functions.pointee.MHD_add_response_header(made, field.name, field.value)
        }
        return tv_mhd_queue(functions, pointer, UInt32(clamping: response.status), made) != 0
    }

    private static func made(
        _ response: HTTPServerResponse, _ functions: UnsafePointer<tv_mhd>
    ) -> OpaquePointer? {
        guard let part = response.part, !part.bytes.isEmpty else {
            return response.body.withUnsafeBytes { tv_mhd_response(functions, $0.baseAddress, $0.count) }
        }
        // The library closes its descriptor, so it gets a duplicate.
        let descriptor = tv_duplicate_above(part.file.descriptor, 3)
        guard descriptor >= 0 else { return nil }
        let made = functions.pointee.MHD_create_response_from_fd_at_offset64(
            UInt64(part.bytes.count), descriptor, UInt64(part.bytes.lowerBound))
        if made == nil { close(descriptor) }
        return made
    }
}

enum ForwardedPeer {
    /// Returns the last untrusted address in `X-Forwarded-For`, to which proxies append; earlier ones may be forged.
    static func peer(_ peer: String, _ fields: [HTTPField], trusted: Set<String>) -> String {
        guard trusted.contains(peer) else { return peer }
        let named = fields.filter { $0.name == "x-forwarded-for" }.flatMap {
            $0.value.split(separator: ",").map { HTTPText.trimmed($0) }
        }
        return named.last { !trusted.contains($0) && isNumeric($0) } ?? peer
    }

    private static func isNumeric(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 45
            && text.utf8.allSatisfy {
                Hexadecimal.digit($0) != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":")
            }
    }
}
