/// A protection that this player cannot decrypt.
package struct ContentProtection: Sendable, Hashable {
    /// Names of the systems that support it ("Widevine"). Unverified text for unknown systems.
    package let systems: [String]
    /// The encryption scheme of the samples ("cenc", "SAMPLE-AES"), or `nil` if unknown. Unverified text.
    package let scheme: String?

    package init(systems: [String], scheme: String?) {
        self.systems = systems
        self.scheme = scheme
    }

    /// For messages: "Widevine, PlayReady (cenc)". Unverified text.
    package var reason: String {
        let names = systems.isEmpty ? "DRM" : systems.joined(separator: ", ")
        return scheme.map { systems.isEmpty ? $0 : "\(names) (\($0))" } ?? names
    }
}

/// Names the systems behind the identifiers in manifests (dashif.org, "Content protection").
enum ProtectionSystem {
    static let common = "urn:mpeg:dash:mp4protection:2011"

    private static let names = [
        "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine",
        "9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
        "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay",
        "e2719d58-a985-b3c9-781a-b030af78d30e": "ClearKey",
        "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b": "ClearKey",
        "3d5e6d35-9b9a-41e8-b843-dd3c6e72c42c": "ChinaDRM",
        "5e629af5-38da-4063-8977-97ffbd9902d4": "Marlin",
        "adb41c24-2dbf-4a6d-958b-4457c0d27b95": "Nagra",
    ]

    static func name(schemeID: String) -> String {
        let lower = schemeID.lowercased()
        return names[lower.hasPrefix("urn:uuid:") ? String(lower.dropFirst(9)) : lower] ?? schemeID
    }

    static func name(keyFormat: String) -> String {
        switch keyFormat.lowercased() {
        case "com.apple.streamingkeydelivery": "FairPlay"
        case "com.microsoft.playready": "PlayReady"
        case "com.widevine": "Widevine"
        default: name(schemeID: keyFormat)
        }
    }
}
