/// Names of values in the help, for options whose form alone (`NAME`, `FILE`) says too little.
enum Metavariables {
    static let ofOptions = [
        "access-key": "KEY",
        "af": "GRAPH",
        "alang": "LANG[,LANG...]",
        "audio-device": "DEVICE",
        "bar-fade-in": "MILLISECONDS",
        "bar-fade-out": "MILLISECONDS",
        "cache-strip-params": "DOMAIN=NAME[,...]",
        "cache-unify-scheme": "DOMAIN[,DOMAIN...]",
        "camera": "DEVICE",
        "comment-token": "TOKEN",
        "dns-over-https-domains": "DOMAIN[,DOMAIN...]",
        "domain-prefix": "PREFIX",
        "download-name": "TEMPLATE",
        "download-schedule": "HOURS",
        "help": "TOPIC",
        "hide-controls-after": "SECONDS",
        "http-header-fields": "FIELD[,FIELD...]",
        "http-header-fields-append": "FIELD",
        "http-proxy": "URL",
        "input-ipc-server": "SOCKET",
        "jump-back": "SECONDS",
        "marquee": "TEXT",
        "microphone": "DEVICE",
        "peertube-user": "NAME@HOST",
        "policy-key": "KEY",
        "preconnect": "HOST[;HOST...]",
        "preload": "PERCENT",
        "preresolve": "HOST[;HOST...]",
        "profile": "NAME[,NAME...]",
        "report-text": "TEXT",
        "resolve": "HOST:PORT:ADDRESS",
        "screenshot-template": "TEMPLATE",
        "silence-length": "SECONDS",
        "silence-level": "DECIBELS",
        "skip-chapters": "REGEX",
        "slang": "LANG[,LANG...]",
        "metadata-codepage": "ENCODING", "sub-codepage": "ENCODING",
        "audio-file-paths": "DIR[:DIR...]",
        "audio-files": "FILE[:FILE...]",
        "sub-file-paths": "DIR[:DIR...]",
        "sub-files": "FILE[:FILE...]",
        "token": "TOKEN",
        "user-agent": "STRING",
        "user-number": "NUMBER",
        "video-aspect-override": "RATIO",
        "vod-params": "NAME=VALUE[,...]",
        "watermark": "FILE|TEXT",
        "ytdl-format": "FORMAT",
        "ytdl-raw-options": "NAME=VALUE[,...]",
    ]

    /// For options with too many values for the short help.
    static let ofShortHelp = ["vo": "OUTPUT"]

    static let ofCommands = [
        "account": "NAME", "addresses": "SERVER[,SERVER...]", "checksum": "TYPE=DIGEST", "class": "ID", "code": "CODE",
        "expires": "SECONDS",
        "number": "NUMBER", "role": "ROLE", "room": "ID",
        "server": "HOST[:PORT]", "sign": "SIGNATURE", "note": "NAME=VALUE", "run": "COMMAND", "session": "ID",
        "ssh-option": "ARGUMENT", "title": "TITLE", "watch-log": "FILE|syslog",
    ]
}

extension ValueForm {
    func called(_ metavariable: String?) -> ValueForm {
        var result = self
        result.metavariable = metavariable
        return result
    }
}
