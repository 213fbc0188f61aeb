/// An address of a datagram's end. A value.
struct SocketAddress: Sendable, Hashable {
    /// 4 or 16, high byte first.
    let host: [UInt8]
    let port: UInt16
}
