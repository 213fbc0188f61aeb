import DownloadClient
import DownloadModel
import Downloads
import Encoding
import PlayCore

/// Converts aria2's global options, as set by clients and stored, to an account's limits.
enum LimitOptions {
    static func change(_ limits: inout DownloadLimits, _ option: JSONValue.Member) throws(RPCError) {
        func count(_ range: ClosedRange<Int64>) throws(RPCError) -> Int {
            guard let number = option.value.wholeNumber, range.contains(number) else {
                throw .parameters("\(option.name) is from \(range.lowerBound) to \(range.upperBound)")
            }
            return Int(number)
        }
        switch option.name {
        case "max-overall-download-limit": limits.bytesPerSecond = try AddOptions.limit(option.value)
        case "max-concurrent-downloads":
            let items = try count(0...10_000)
            limits.runningItems = items == 0 ? nil : items
        case "max-active": limits.activeItems = try count(1...256)
        case "split": limits.connectionsPerItem = try count(1...16)
        case "max-connection-per-server": limits.connectionsPerHost = try count(1...64)
        case "metered":
            guard let word = option.value.text, ["allow", "deny"].contains(word) else {
                throw .parameters("metered has to be allow or deny")
            }
            limits.allowsMetered = word == "allow"
        default: throw .parameters("there is no option \(option.name)")
        }
    }

    /// Ignores stored options that this version does not know.
    static func limits(_ kept: [String: String], upon base: DownloadLimits) -> DownloadLimits {
        var result = base
        for (name, value) in kept {
            do throws(RPCError) { try change(&result, JSONValue.Member(name, .string(value))) } catch {
                Log.shared.write(.warning, "daemon", "the option \(name) is left out")
            }
        }
        return result
    }

    static func text(_ value: JSONValue) -> String {
        value.text ?? value.wholeNumber.map(String.init) ?? ""
    }
}
