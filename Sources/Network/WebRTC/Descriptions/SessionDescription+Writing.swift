extension SessionDescription {
    package var text: String {
        var lines = ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0"]
        if isLite { lines.append("a=ice-lite") }
        let bundled = media.filter { $0.port != 0 }.map(\.mid)
        if !bundled.isEmpty { lines.append("a=group:BUNDLE " + bundled.joined(separator: " ")) }
        return (lines + media.flatMap(\.lines)).map { $0 + "\r\n" }.joined()
    }
}

extension MediaDescription {
    fileprivate var lines: [String] {
        let formats = codings.isEmpty ? formats : codings.map { "\($0.payloadType)" }.joined(separator: " ")
        var lines = [
            "m=\(kind == .other ? "text" : kind.rawValue) \(port) \(transportName) \(formats)", "c=IN IP4 0.0.0.0",
        ]
        if !mid.isEmpty { lines.append("a=mid:\(mid)") }
        guard port != 0 else { return lines + ["a=inactive"] }
        lines += ["a=\(direction.rawValue)", "a=rtcp-mux"]
        lines += transport.lines
        for coding in codings { lines += coding.lines }
        if let name { lines += sources.map { "a=ssrc:\($0) cname:\(name)" } }
        return lines
    }
}

extension TransportDescription {
    fileprivate var lines: [String] {
        var lines = ["a=ice-ufrag:\(userFragment)", "a=ice-pwd:\(password)", "a=setup:\(setup.rawValue)"]
        if let fingerprint { lines.append("a=fingerprint:" + fingerprint.text) }
        return lines + candidates.map { "a=candidate:" + $0.text } + ["a=end-of-candidates"]
    }
}

extension MediaCoding {
    fileprivate var lines: [String] {
        let name = name == "OPUS" ? "opus" : name
        var lines = ["a=rtpmap:\(payloadType) \(name)/\(clockRate)" + (channels > 1 ? "/\(channels)" : "")]
        if !parameters.isEmpty { lines.append("a=fmtp:\(payloadType) \(parameters)") }
        return lines + feedback.map { "a=rtcp-fb:\(payloadType) \($0)" }
    }
}
