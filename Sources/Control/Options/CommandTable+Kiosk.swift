import PlayCore

extension CommandTable {
    static let kiosk = [
        CommandSpec.Option(
            "print-sshd-config", summary: trMark("Print the section of sshd_config that lets viewers in.")),
        CommandSpec.Option("check", summary: trMark("Test the installation, and list the risks.")),
        CommandSpec.Option(
            "account", .text, summary: trMark("Account that viewers log in to. Default: tv.")),
        CommandSpec.Option(
            "state", .absoluteFolder,
            summary: trMark("Keep positions and names of viewers here. Default: below the account's home folder.")),
        CommandSpec.Option(
            "viewers", .integer(1...1_000_000),
            summary: trMark("Keep the positions of N viewers, and forget those who were away longest. Default: 500.")),
        CommandSpec.Option(
            "sessions", .integer(1...1000), summary: trMark("Let in N viewers at once. Default: 40.")),
        CommandSpec.Option(
            "sessions-per-address", .integer(1...1000),
            summary: trMark("Let in N viewers at once from one address. Default: 8.")),
        CommandSpec.Option(
            "idle-timeout", .time,
            summary: trMark("End a session without a key for TIME while nothing plays; or no. Default: 10:00.")),
        CommandSpec.Option(
            "session-limit", .time, summary: trMark("End every session after TIME; or no. Default: 4:00:00.")),
        CommandSpec.Option(
            "memory", .byteCount, summary: trMark("Memory that one session may take. Default: 1G.")),
        CommandSpec.Option(
            "nice", .integer(0...19), summary: trMark("Niceness of sessions. Default: 5.")),
        CommandSpec.Option(
            "watch-log", .path,
            summary: trMark("Write who watches what to this file, or to syslog. Default: nothing is written.")),
        CommandSpec.Option(
            "metrics", .path,
            summary: trMark("Write figures for node_exporter to this file, whose name ends in .prom.")),
        CommandSpec.Option(
            "addresses", .text,
            summary: trMark("Let playlists name addresses of these servers only.")),
    ]
}
