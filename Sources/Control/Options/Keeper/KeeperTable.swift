import PlayCore

/// Parsing, help, manual page and completions are generated from this table.
package enum KeeperTable {
    package enum Form: Sendable, Equatable {
        case flag
        case text(String)
        case path(String)
        case integer(ClosedRange<Int>)
        /// Two numbers with `-` between, at least ``portCount`` apart.
        case ports
        case byteCount
        case choice([String])

        var placeholder: String {
            switch self {
            case .flag: ""
            case .text(let name), .path(let name): name
            case .integer: "N"
            case .ports: trMark("FIRST-LAST")
            case .byteCount: trMark("SIZE")
            case .choice(let words): words.joined(separator: "|")
            }
        }
    }

    package struct Option: Sendable {
        package let name: String
        let form: Form
        let defaultText: String?
        let summary: String

        init(_ name: String, _ form: Form, default defaultText: String? = nil, _ summary: String) {
            self.name = name
            self.form = form
            self.defaultText = defaultText
            self.summary = summary
        }

        var usage: String { "--" + name + (form == .flag ? "" : "=" + form.placeholder) }
    }

    package enum Action: String, Sendable, CaseIterable {
        case up
        case run
        case addClass = "class add"
        case listClasses = "class list"
        case reportClass = "class report"
        case removeClass = "class remove"
        case addCode = "code add"
        case listCodes = "code list"
        case removeCode = "code remove"
        case people
        case bans
        case removeBan = "ban remove"
        case audit
        case listRecordings = "recording list"
        case closeRecording = "recording close"
        case openRecording = "recording open"
        case deleteRecording = "recording delete"
        case backup
        case restore
        case film

        var words: [String] { rawValue.split(separator: " ").map(String.init) }
    }

    package struct Command: Sendable {
        package let action: Action
        let arguments: String
        let wordCount: ClosedRange<Int>
        let options: [String]
        let summary: String
        let example: String

        var usage: String { action.rawValue + (arguments.isEmpty ? "" : " " + arguments) }
    }

    static let commands = [
        Command(
            action: .up, arguments: "", wordCount: 0...0,
            options: [
                "domain", "host", "port", "ports", "title", "guests", "demo", "certificate", "key", "secrets",
                "recording-space", "no-recording", "upload-space", "keep-recordings", "keep-chat", "keep-uploads",
            ] + signIn + limits + ["log-level", "log-format"],
            summary: trMark(
                "Run classes on this machine: start a chat server (Prosody), make a class and print its links. Ctrl+C ends all of it; the class stays."
            ),
            example: "tvplay-keeper up --dir ~/classes --title Botany"),
        Command(
            action: .run, arguments: "", wordCount: 0...0,
            options: [
                "domain", "xmpp", "secrets", "server", "web-socket", "authority", "upload", "host", "port", "public",
                "certificate", "key", "media", "media-hooks", "media-control", "janus", "janus-key", "recording-space",
                "no-recording", "keep-recordings", "standby",
            ] + signIn + limits + ["log-level", "log-format"],
            summary: trMark("Keep classes on a chat server that runs already."),
            example: "tvplay-keeper run --domain=example.org --xmpp=127.0.0.1:5347 --secrets=/etc/tvplay/secrets"),
        Command(
            action: .addClass, arguments: "NAME", wordCount: 1...1,
            options: [
                "title", "guests", "speakers", "audio-only", "request-seconds", "teacher-seconds", "recordings",
                "emoticons", "recording-space", "people",
            ],
            summary: trMark("Add a class, or change one. A running keeper notices it at once."),
            example: "tvplay-keeper class add algebra --title=\"Linear algebra\""),
        Command(
            action: .listClasses, arguments: "", wordCount: 0...0, options: ["json"],
            summary: trMark("List the classes: name, events, title."), example: "tvplay-keeper class list"),
        Command(
            action: .reportClass, arguments: "CLASS", wordCount: 1...1, options: ["what", "json"],
            summary: trMark("Print the results of a class as CSV: attendance, answers to quizzes, chat."),
            example: "tvplay-keeper class report algebra --what=attendance"),
        Command(
            action: .removeClass, arguments: "NAME", wordCount: 1...1, options: [],
            summary: trMark("End a class for good: its room closes, and its events stay stored."),
            example: "tvplay-keeper class remove algebra"),
        Command(
            action: .addCode, arguments: "CLASS", wordCount: 1...1, options: ["role", "group", "hours", "uses"],
            summary: trMark("Make a join code and print it."),
            example: "tvplay-keeper code add algebra --role=assistant --uses=2"),
        Command(
            action: .listCodes, arguments: "[CLASS]", wordCount: 0...1, options: ["json"],
            summary: trMark("List the join codes: code, class, role, until when, uses left."),
            example: "tvplay-keeper code list algebra"),
        Command(
            action: .removeCode, arguments: "CODE", wordCount: 1...1, options: [],
            summary: trMark("Make a join code invalid. People who entered by it stay."),
            example: "tvplay-keeper code remove 2345-6789-ACEF"),
        Command(
            action: .people, arguments: "CLASS", wordCount: 1...1, options: ["json"],
            summary: trMark("List the people of a class: id, role, name, bans."),
            example: "tvplay-keeper people algebra"),
        Command(
            action: .bans, arguments: "[CLASS]", wordCount: 0...1, options: ["json"],
            summary: trMark("List the bans: class, id, name, from what, until when, by whom."),
            example: "tvplay-keeper bans algebra"),
        Command(
            action: .removeBan, arguments: "CLASS PERSON", wordCount: 2...2, options: [],
            summary: trMark("Remove all bans of a person, by the id that bans prints."),
            example: "tvplay-keeper ban remove algebra 17"),
        Command(
            action: .audit, arguments: "[CLASS]", wordCount: 0...1, options: ["json"],
            summary: trMark(
                "List what teachers, assistants and administrators did to people and classes: time, class, id, role, name, act, person, object."
            ),
            example: "tvplay-keeper audit algebra"),
        Command(
            action: .listRecordings, arguments: "[CLASS]", wordCount: 0...1, options: ["json"],
            summary: trMark("List the recordings: id, start, length, size, access, title, address."),
            example: "tvplay-keeper recording list algebra"),
        Command(
            action: .closeRecording, arguments: "ID", wordCount: 1...1, options: [],
            summary: trMark("Close a recording: its address no longer plays."),
            example: "tvplay-keeper recording close algebra-1795478400000"),
        Command(
            action: .openRecording, arguments: "ID", wordCount: 1...1, options: [],
            summary: trMark("Open a closed recording: its address plays again."),
            example: "tvplay-keeper recording open algebra-1795478400000"),
        Command(
            action: .deleteRecording, arguments: "ID", wordCount: 1...1, options: [],
            summary: trMark("Delete a finished recording."),
            example: "tvplay-keeper recording delete algebra-1795478400000"),
        Command(
            action: .backup, arguments: "FILE", wordCount: 1...1, options: [],
            summary: trMark("Write the database of classes to a new file, also while a keeper runs."),
            example: "tvplay-keeper backup classes-monday.db"),
        Command(
            action: .restore, arguments: "FILE", wordCount: 1...1, options: [],
            summary: trMark("Replace the database of classes by a backup. No keeper may run."),
            example: "tvplay-keeper restore classes-monday.db"),
        Command(
            action: .film, arguments: "FILE", wordCount: 1...1,
            options: ["teachers", "students", "once", "authority", "log-level"],
            summary: trMark("Let scripted people attend a class: FILE says who does what and when."),
            example: "tvplay-keeper film lesson.jsonl --teachers=LINK --students=LINK"),
    ]

    /// For ``Form/ports``. All servers of `up` together need nine.
    package static let portCount = 9

    private static let limits = [
        "messages-per-minute", "message-burst", "message-length", "chat-space", "joins-per-minute",
        "code-joins-per-minute",
        "people",
    ]

    private static let signIn = [
        "oidc-issuer", "oidc-client", "oidc-role", "oidc-class", "oidc-scope", "oidc-authority", "lti-platform",
    ]

    static let general = ["dir", "help"]

    static let options = [
        Option(
            "dir", .path(trMark("FOLDER")),
            trMark("Where classes, people and codes are stored. Default: tvplay/classes in the state folder.")),
        Option(
            "domain", .text(trMark("DOMAIN")), default: "tvplay.localhost",
            trMark("Ending of the names of the chat server's parts: join.DOMAIN, rooms.DOMAIN, keeper.DOMAIN.")),
        Option(
            "host", .text(trMark("HOST")), default: "127.0.0.1",
            trMark(
                "Name or address at which viewers reach this machine. Beyond this machine, join requests are encrypted."
            )),
        Option(
            "port", .integer(0...65_535), default: "0",
            trMark("Port of join requests. 0: any that is free, the same at the next start.")),
        Option(
            "ports", .ports,
            trMark(
                "Use the ports FIRST to LAST in order, TCP and UDP, instead of random ones of TCP and 20000-21999 of UDP. Each stream of a viewer takes one of UDP."
            )),
        Option("title", .text(trMark("TEXT")), trMark("Title of the class.")),
        Option(
            "certificate", .path(trMark("FILE")),
            trMark("Certificate for join requests, PEM. Default with up: a self-signed one.")),
        Option("key", .path(trMark("FILE")), trMark("Key of the certificate, PEM.")),
        Option(
            "xmpp", .text(trMark("HOST:PORT")), default: "127.0.0.1:5347",
            trMark("Address at which the chat server accepts components (XEP-0114).")),
        Option(
            "secrets", .path(trMark("FILE")),
            trMark(
                "File of secrets, one per line: component=, token= (both known to the chat server), integrator= (for signatures, can be repeated), oidc-secret= (of --oidc-client)."
            )),
        Option("oidc-client", .text("ID"), trMark("Name of this class server at the OpenID provider.")),
        Option(
            "oidc-issuer", .text(trMark("URL")),
            trMark("Let people enter with their accounts at this OpenID provider: https://HOST/… Default: none.")),
        Option(
            "oidc-role", .text("LIST"),
            trMark(
                "Roles of people who sign in, such as groups=staff:teacher: who has this value in this claim gets this role, else student. Separated by commas; the first that fits counts."
            )),
        Option(
            "oidc-class", .text("LIST"),
            trMark("Names of the classes that people may enter by signing in, separated by commas. Default: all.")),
        Option(
            "oidc-scope", .text("LIST"),
            trMark("Scopes to request besides openid and profile, such as email,groups, separated by commas.")),
        Option(
            "oidc-authority", .path(trMark("FILE")),
            trMark("Certificates to trust for the OpenID provider instead of the system's, PEM.")),
        Option(
            "lti-platform", .path(trMark("FILE")),
            trMark("Learning platforms, such as Moodle, that may launch classes (LTI 1.3), JSON. Default: none.")),
        Option(
            "server", .text(trMark("HOST:PORT")),
            trMark("Where viewers reach the chat server. Default: the host of --public, else --host; port 5222.")),
        Option(
            "web-socket", .text(trMark("URL")),
            trMark("Where browsers reach the chat server: wss://HOST/xmpp-websocket. Default: nowhere.")),
        Option(
            "authority", .path(trMark("FILE")),
            trMark(
                "PEM certificate with which viewers verify the chat server. Default: the authorities of their systems.")
        ),
        Option(
            "upload", .text(trMark("ADDRESS")),
            trMark("Address of the chat server's service for files (XEP-0363). Default: upload.DOMAIN; no: none.")),
        Option(
            "public", .text(trMark("URL")),
            trMark("How viewers reach join requests, behind a proxy: https://HOST. Default: as they are served.")),
        Option(
            "media", .text(trMark("URL")),
            trMark(
                "Media server for sound and pictures, as viewers reach it: rtmp://HOST:PORT/live, or rtmps. Default: none."
            )),
        Option(
            "media-hooks", .text(trMark("URL")),
            trMark("Address at which the media server asks for permission to publish or play: http://HOST:PORT/SECRET.")
        ),
        Option(
            "media-control", .text(trMark("URL")),
            trMark("Address below which the media server has stat and control. Default: none.")),
        Option(
            "recording-space", .byteCount,
            trMark(
                "How much all recordings together may take, such as 20G; recordings end when it is used up. With class add: those of the class. Default: the whole disk but 256 MiB."
            )),
        Option(
            "upload-space", .byteCount,
            trMark("How much all files that people sent may take, such as 5G. Default: no limit.")),
        Option(
            "no-recording", .flag,
            trMark("Do not let teachers record classes. Earlier recordings can still be watched.")),
        Option(
            "keep-recordings", .integer(0...36_500), default: "0",
            trMark("Delete recordings this many days after their end. 0: never.")),
        Option(
            "keep-chat", .integer(0...36_500), default: "0",
            trMark("Delete chat messages after this many days. 0: never.")),
        Option(
            "keep-uploads", .integer(0...36_500), default: "0",
            trMark("Delete files that people sent after this many days. 0: never.")),
        Option(
            "messages-per-minute", .integer(1...6_000), default: "60",
            trMark("How many messages a person may write in a minute.")),
        Option(
            "message-burst", .integer(1...1_000), default: "10",
            trMark("How many of these messages a person may write at once.")),
        Option(
            "message-length", .integer(1...4_096), default: "4096",
            trMark("How many characters a message may have.")),
        Option(
            "chat-space", .byteCount, default: "4M",
            trMark("How much a person's messages may take in the archive of a class, such as 500K.")),
        Option(
            "joins-per-minute", .integer(1...100_000), default: "500",
            trMark("How many new people may join from one address in a minute, and twice as many at once.")),
        Option(
            "code-joins-per-minute", .integer(1...100_000), default: "1000",
            trMark("How many new people may join with one code in a minute or at once. Guests likewise.")),
        Option(
            "people", .integer(1...100_000), default: "5000",
            trMark("How many people may join a class in all. With class add: this class.")),
        Option(
            "janus-key", .path(trMark("FILE")),
            trMark("File with the admin_key of Janus's VideoRoom, by which rooms are made.")),
        Option(
            "janus", .text(trMark("URL")),
            trMark("Janus for sound and pictures over UDP, its HTTP interface: http://HOST:8088/janus. Default: none.")),
        Option(
            "guests", .flag,
            trMark("Let people in without a code, by any chat program, as guests. With up: into the first class.")),
        Option("demo", .flag, trMark("Let a scripted teacher and eleven scripted students hold a lesson.")),
        Option("teachers", .text(trMark("LINK")), trMark("Join link by which the script's teachers enter.")),
        Option("students", .text(trMark("LINK")), trMark("Join link by which everyone else of the script enters.")),
        Option("once", .flag, trMark("End after the script's last line. Default: start over.")),
        Option(
            "standby", .flag,
            trMark("Wait while another keeper has the folder, and take its classes over when it ends or dies.")),
        Option("speakers", .integer(1...1000), default: "6", trMark("How many may speak at a time.")),
        Option("audio-only", .flag, trMark("Allow sound, but no video.")),
        Option(
            "request-seconds", .integer(0...3600), default: "30",
            trMark("How long a raised hand waits for an answer. 0: until it is answered.")),
        Option(
            "teacher-seconds", .integer(0...3600), default: "60",
            trMark("How long a class in progress waits for a teacher before it ends.")),
        Option(
            "recordings", .choice(["everyone", "teachers", "none"]), default: "everyone",
            trMark("Who may watch recordings of the class: everyone in it, teachers and assistants, or none of them.")),
        Option(
            "emoticons", .text("LIST"),
            trMark("The class's own emoticons: KEY=ADDRESS of each picture, separated by blanks. Empty: none.")),
        Option(
            "role", .choice(["student", "teacher", "assistant", "guest"]), default: "student",
            trMark("Role of the people whom the code admits.")),
        Option("group", .integer(0...Int(Int32.max)), default: "0", trMark("Group of those people. 0: none.")),
        Option("hours", .integer(1...87_600), default: "720", trMark("How long the code is valid.")),
        Option("uses", .integer(1...1_000_000), trMark("How many people it lets in. Default: any number.")),
        Option(
            "log-level", .choice(["error", "warning", "info"]), default: "warning",
            trMark("Level of the messages on standard error.")),
        Option(
            "log-format", .choice(["text", "json"]), default: "text",
            trMark("Form of the messages on standard error; json: one object per line with time, level and message.")),
        Option(
            "what", .choice(["attendance", "answers", "chat", "all"]), default: "all",
            trMark("Which results to print; all: in one table, whose first column names them.")),
        Option("json", .flag, trMark("Print a JSON array of objects.")),
        Option("help", .flag, trMark("Show this help.")),
    ]

    static func option(_ name: String) -> Option? { options.first { $0.name == name } }

    static func command(_ action: Action) -> Command? { commands.first { $0.action == action } }

    static func options(of command: Command) -> [Option] {
        (command.options + general).compactMap(option)
    }
}
