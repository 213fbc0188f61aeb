/// What one end tells the other of the streams (RFC 3550, 6; RFC 4585; RFC 5104). A value.
enum RTCPMessage: Sendable, Equatable {
    case senderReport(SenderReport)
    case receiverReport(source: UInt32, blocks: [ReportBlock])
    /// CNAME: streams with the same one are of the same clock.
    case description(source: UInt32, name: String)
    case goodbye([UInt32])
    /// These packets are to be sent again (generic NACK).
    case missing(sender: UInt32, media: UInt32, sequences: [UInt16])
    /// A key frame is wanted (PLI, FIR).
    case pictureLoss(sender: UInt32, media: UInt32)
    /// Bits per second that the other end can receive (REMB).
    case estimate(sender: UInt32, bitsPerSecond: UInt64)
}

struct SenderReport: Sendable, Equatable {
    var source: UInt32
    /// Seconds since 1900, 32 bits behind the point.
    var networkTime: UInt64
    var timestamp: UInt32
    var packets: UInt32
    var octets: UInt32
    var blocks: [ReportBlock] = []
}

/// How one stream arrives.
struct ReportBlock: Sendable, Equatable {
    var source: UInt32
    /// Since the report before, in 256ths.
    var fractionLost: UInt8 = 0
    /// 24 bits with a sign.
    var lost: Int32 = 0
    var highestSequence: UInt32 = 0
    var jitter: UInt32 = 0
    /// The middle 32 bits of the newest sender report's time; 0: none came.
    var lastReport: UInt32 = 0
    /// Since then, in 65,536ths of a second.
    var delay: UInt32 = 0
}
