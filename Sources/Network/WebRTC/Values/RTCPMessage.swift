/// Control messages about the streams (RFC 3550, 6; RFC 4585; RFC 5104).
enum RTCPMessage: Sendable, Equatable {
    case senderReport(SenderReport)
    case receiverReport(source: UInt32, blocks: [ReportBlock])
    /// CNAME: streams with the same name share a clock.
    case description(source: UInt32, name: String)
    case goodbye([UInt32])
    /// A request to send these packets again (generic NACK).
    case missing(sender: UInt32, media: UInt32, sequences: [UInt16])
    /// A request for a key frame (PLI, FIR).
    case pictureLoss(sender: UInt32, media: UInt32)
    /// Bits per second that the other end can receive (REMB).
    case estimate(sender: UInt32, bitsPerSecond: UInt64)
}

struct SenderReport: Sendable, Equatable {
    var source: UInt32
    /// Seconds since 1900, with 32 fractional bits.
    var networkTime: UInt64
    var timestamp: UInt32
    var packets: UInt32
    var octets: UInt32
    var blocks: [ReportBlock] = []
}

struct ReportBlock: Sendable, Equatable {
    var source: UInt32
    /// Loss since the previous report, in 256ths.
    var fractionLost: UInt8 = 0
    /// A signed 24-bit number.
    var lost: Int32 = 0
    var highestSequence: UInt32 = 0
    var jitter: UInt32 = 0
    /// The middle 32 bits of the newest sender report's time, or 0 if none has arrived.
    var lastReport: UInt32 = 0
    /// Time since then, in 65,536ths of a second.
    var delay: UInt32 = 0
}
