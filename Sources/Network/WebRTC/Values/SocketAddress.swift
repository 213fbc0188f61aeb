struct SocketAddress: Sendable, Hashable {
    /// 4 or 16 bytes in network order.
    let host: [UInt8]
    let port: UInt16
}
