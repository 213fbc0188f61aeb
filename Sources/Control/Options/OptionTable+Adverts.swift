import PlayCore

extension OptionTable {
    static let adverts = [
        OptionSpec(
            "ads", ValueParser.path.optional.or("no", nil, isListed: false), in: .playback,
            summary: trMark(
                "Play the ads of this VAST or VMAP file or URL before, within and after the file. Without this option "
                    + "no ads are played. An ad that does not start within 2 seconds is skipped.")
        ) { $0.adverts.location = $1 },
        OptionSpec(
            "allow-ads", .flag, default: "no", in: .playback,
            summary: trMark("Play the ads that the manifest of a video names, or an HLS stream itself.")
        ) { $0.adverts.isAllowed = $1 },
        OptionSpec(
            "ads-player-id", .text, in: .playback,
            summary: trMark("Choose the ads of the player with this ID where --allow-ads finds several.")
        ) { $0.adverts.playerID = $1 },
    ]
}
