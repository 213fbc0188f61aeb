/// Assembles ordered H.264 packets to access units (RFC 6184). A loss discards all units up to the next key frame.
struct H264Assembler: Sendable {
    struct AccessUnit: Sendable, Equatable {
        /// The bytes with start codes; a key frame begins with its parameter sets.
        var bytes: [UInt8]
        var isKeyframe: Bool
        var timestamp: UInt32
    }

    /// A larger picture is damaged: a class sends about a hundredth of this.
    static let unitLimit = 4 << 20
    private static let parameterLimit = 4096

    private var timestamp: UInt32?
    private var bytes: [UInt8] = []
    private var isKeyframe = false
    private var isDamaged = false
    private var isInFragment = false
    private var ownsParameters = false
    private var sequenceParameters: [UInt8] = []
    private var pictureParameters: [UInt8] = []
    /// Whether incoming pictures refer to missing ones.
    private(set) var needsKeyframe = true
    private(set) var hasDropped = false

    init(parameters: [[UInt8]] = []) { for unit in parameters where !unit.isEmpty { note(unit[...]) } }

    /// Called if packets are missing before the next one.
    mutating func lose() {
        isDamaged = true
        isInFragment = false
        (needsKeyframe, hasDropped) = (true, true)
    }

    /// - Returns: the units that are now complete. A new timestamp or a mark ends one.
    mutating func add(_ packet: RTPPacket) -> [AccessUnit] {
        // Only padding, by which browsers probe the bandwidth.
        guard !packet.payload.isEmpty else { return [] }
        var complete: [AccessUnit] = []
        if let timestamp, timestamp != packet.timestamp, let unit = finished() { complete.append(unit) }
        timestamp = packet.timestamp
        append(packet.payload)
        if packet.isMarked, let unit = finished() { complete.append(unit) }
        return complete
    }

    private mutating func finished() -> AccessUnit? {
        defer {
            (bytes, isKeyframe, isDamaged, isInFragment, ownsParameters) = ([], false, false, false, false)
            timestamp = nil
        }
        // A missing end of a fragmented unit reveals a loss that was not reported.
        guard !isDamaged, !isInFragment, !bytes.isEmpty, let timestamp else {
            if !bytes.isEmpty || isDamaged { (needsKeyframe, hasDropped) = (true, true) }
            return nil
        }
        guard isKeyframe else {
            hasDropped = needsKeyframe
            return needsKeyframe ? nil : AccessUnit(bytes: bytes, isKeyframe: false, timestamp: timestamp)
        }
        let parameters = ownsParameters ? [] : sequenceParameters + pictureParameters
        (needsKeyframe, hasDropped) = (false, false)
        return AccessUnit(bytes: parameters + bytes, isKeyframe: true, timestamp: timestamp)
    }

    private mutating func append(_ payload: ArraySlice<UInt8>) {
        guard let head = payload.first, head & 0x80 == 0 else { return damage() }
        switch head & 31 {
        case 1...23: appendUnit(payload)
        case 24: appendAggregate(payload.dropFirst())
        case 28: appendFragment(payload)
        // Interleaved modes were not negotiated.
        default: damage()
        }
    }

    private mutating func damage() {
        isDamaged = true
        isInFragment = false
    }

    private mutating func appendAggregate(_ payload: ArraySlice<UInt8>) {
        var rest = payload
        while !rest.isEmpty {
            guard let length = rest.number(at: 0, 2), length > 0, Int(length) <= rest.count - 2 else { return damage() }
            appendUnit(rest.dropFirst(2).prefix(Int(length)))
            rest = rest.dropFirst(2 + Int(length))
        }
    }

    private mutating func appendFragment(_ payload: ArraySlice<UInt8>) {
        guard payload.count > 2 else { return damage() }
        let (indicator, head) = (payload[payload.startIndex], payload[payload.startIndex + 1])
        let (isFirst, isLast) = (head & 0x80 != 0, head & 0x40 != 0)
        guard isFirst != isInFragment else { return damage() }
        if isFirst {
            begin(type: head & 31)
            bytes += AnnexB.startCode
            bytes.append(indicator & 0x60 | head & 31)
        }
        isInFragment = !isLast
        guard bytes.count + payload.count <= Self.unitLimit else { return damage() }
        bytes += payload.dropFirst(2)
    }

    private mutating func appendUnit(_ unit: ArraySlice<UInt8>) {
        guard !isInFragment, let head = unit.first, bytes.count + unit.count <= Self.unitLimit else { return damage() }
        begin(type: head & 31)
        note(unit)
        bytes += AnnexB.startCode
        bytes += unit
    }

    private mutating func begin(type: UInt8) {
        if type == 5 { isKeyframe = true }
        if type == 7 { ownsParameters = true }
    }

    private mutating func note(_ unit: ArraySlice<UInt8>) {
        guard let head = unit.first, unit.count <= Self.parameterLimit else { return }
        if head & 31 == 7 { sequenceParameters = AnnexB.startCode + unit }
        if head & 31 == 8 { pictureParameters = AnnexB.startCode + unit }
    }
}
