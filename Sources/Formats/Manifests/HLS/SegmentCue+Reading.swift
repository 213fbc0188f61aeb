import PlayCore

/// No standard defines these tags; packagers write them in several ways.
extension SegmentCue {
    /// Reads `EXT-X-CUE-OUT:30`, `EXT-X-CUE-OUT:DURATION=30`, `EXT-X-CUE-OUT-CONT:8/30`,
    /// `EXT-X-CUE-OUT-CONT:ElapsedTime=8,Duration=30`. Throws the errors of ``AttributeList``.
    init(_ name: String, _ value: Substring, _ variables: VariableTable) throws(ManifestError) {
        guard name != "EXT-X-CUE-IN" else {
            self = .back
            return
        }
        let list = try AttributeList(value, variables: variables)
        let numbers = value.split(separator: "/").map { number in
            ExactTime.decimal(String(number).withoutBlanks).flatMap(Self.length)
        }
        let duration = (list.time("DURATION") ?? list.time("Duration")).flatMap(Self.length)
        if name == "EXT-X-CUE-OUT" {
            self = .out(duration: duration ?? (numbers.count == 1 ? numbers[0] : nil))
        } else {
            let elapsed = (list.time("ElapsedTime") ?? list.time("ELAPSED")).flatMap(Self.length)
            self = .inside(
                elapsed: elapsed ?? numbers.first ?? nil, duration: duration ?? (numbers.count == 2 ? numbers[1] : nil))
        }
    }

    /// Limits a break to a day.
    private static func length(_ time: MediaTime) -> MediaTime? {
        time > .zero && time <= .seconds(86_400) ? time : nil
    }
}
