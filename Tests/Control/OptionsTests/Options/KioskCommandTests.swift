import PlayCore
import TestSupport
import Testing

@testable import Options

@Suite("tvplay kiosk") struct KioskCommandTests {
    private func kiosk(_ words: String..., places: ConfigPlaces = .none) throws -> (KioskCommand, ParsedOptions) {
        let parsed = try OptionParser.parse(["kiosk"] + words, places: places)
        guard case .kiosk(let command) = parsed.command else { throw OptionError.emptyGroup }
        return (command, parsed)
    }

    @Test("limits, folders and the library are read, and invalid values are refused")
    func options() throws {
        let (command, parsed) = try kiosk(
            "--library", "/srv/films", "--library=/srv/more", "--sessions=7", "--sessions-per-address", "2",
            "--idle-timeout=1:00", "--session-limit=no", "--memory=512M", "--nice=10", "--state=/var/lib/kiosk",
            "--watch-log=syslog", "--metrics=/var/lib/kiosk.prom", "--viewers=5", "--account=films",
            "--addresses=films.example.org,http://192.168.1.5:8080")
        expect(parsed.options.library, is: ["/srv/films", "/srv/more"])
        expect(command.sessions, is: 7)
        expect(command.sessionsPerAddress, is: 2)
        expect(command.idleTimeout, is: .seconds(60))
        expect(command.sessionLimit, is: nil)
        expect(command.memory, is: 512 << 20)
        expect(command.niceness, is: 10)
        expect(command.stateFolder, is: "/var/lib/kiosk")
        expect(command.watchLog, is: "syslog")
        expect(command.metrics, is: "/var/lib/kiosk.prom")
        expect(command.viewers, is: 5)
        expect(command.account, is: "films")
        #expect(command.servers == ServerBounds("films.example.org,http://192.168.1.5:8080"))
        try expect(kiosk("--check").0.servers, is: nil)
        try expect(kiosk("--check").0.action, is: .check)
        try expect(kiosk("--print-sshd-config").0.action, is: .printConfiguration)
        for word in [
            "--sessions=0", "--idle-timeout=0", "--memory=1M", "--state=relative", "--watch-log=relative", "--nice=-1",
            "--account=-o", "--account=a b", "film.mkv", "--metrics=", "--viewers=x",
            "--addresses=", "--addresses=ftp://films.example.org",
        ] { #expect(throws: OptionError.self, "\(word)") { try kiosk(word) } }
    }

    @Test("configuration files and variables are ignored, and only options for picture and sound apply")
    func confined() throws {
        var places = ConfigPlaces(systemFolder: "/etc/tvplay", userFolder: "/home/tv", home: "/home/tv") { _ in
            .bytes(Array("script=/tmp/x\ninput-ipc-server=/tmp/y\nlibrary=/\n".utf8))
        }
        places.variable = { $0 == "TVPLAY_TOKEN_COMMAND" ? "sh" : nil }
        let parsed = try kiosk(
            "--library=/srv/films", "--quality=low", "--volume=50", "--script=/tmp/a", "--input-ipc-server=/tmp/b",
            "--link-command=sh", "--log-file=/tmp/c", "--stats-file=/tmp/d", "--screenshot-dir=/tmp", "--vo=sixel",
            "--sub-files=/etc/passwd", "--chat-file=/etc/passwd", "--cover=/etc/passwd", "--cache", places: places
        ).1
        expect(parsed.options.library, is: ["/srv/films"])
        expect(parsed.options.scripts, is: ["/tmp/a"])
        let options = parsed.forKiosk.options
        #expect(parsed.forKiosk.configFolders.isEmpty)
        var expected = PlayerOptions().forKiosk
        expected.library = ["/srv/films"]
        expected.quality = .low
        expected.volume = 50
        expect(options, is: expected)
        #expect(options.scripts.isEmpty && options.ipcServer == nil && !options.loadsScripts)
        #expect(options.rooms.linkCommand.isEmpty && options.logFile == nil && options.statsFile == nil)
        #expect(!options.services.usesYtDlp && options.subtitleFiles.isEmpty)
    }
}
