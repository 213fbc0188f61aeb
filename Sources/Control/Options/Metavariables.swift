/// What stands for a value in the help of options whose shape alone (`NAME`, `FILE`) says too little about it.
enum Metavariables {
    /// By the name of an option of the table.
    static let ofOptions = [
        "access-key": "KEY",
        "audio-device": "DEVICE",
        "broadcast-command": "COMMAND",
        "cache-dir": "DIR",
        "cache-strip-params": "DOMAIN=NAME[,...]",
        "cache-unify-scheme": "DOMAIN[,DOMAIN...]",
        "catalogue": "URL",
        "comment-token": "TOKEN",
        "config-dir": "DIR",
        "dns-over-https": "URL",
        "dns-over-https-domains": "DOMAIN[,DOMAIN...]",
        "domain-prefix": "PREFIX",
        "download-dir": "DIR",
        "download-name": "TEMPLATE",
        "download-schedule": "HOURS",
        "fallback-url": "URL",
        "hide-controls-after": "SECONDS",
        "http-header-fields": "FIELD[,FIELD...]",
        "http-header-fields-append": "FIELD",
        "http-proxy": "URL",
        "input-ipc-server": "SOCKET",
        "jump-back": "SECONDS",
        "link-command": "COMMAND",
        "marquee": "TEXT",
        "peertube-password-command": "COMMAND",
        "peertube-user": "NAME@HOST",
        "play-domain": "DOMAIN",
        "policy-key": "KEY",
        "preconnect": "HOST[;HOST...]",
        "preload": "PERCENT",
        "preresolve": "HOST[;HOST...]",
        "profile": "NAME[,NAME...]",
        "referrer": "URL",
        "report-address": "URL",
        "report-text": "TEXT",
        "resolve": "HOST:PORT:ADDRESS",
        "screenshot-dir": "DIR",
        "screenshot-template": "TEMPLATE",
        "secure-key-command": "COMMAND",
        "slang": "LANG[,LANG...]",
        "sub-codepage": "ENCODING",
        "sub-file-paths": "DIR[:DIR...]",
        "sub-files": "FILE[:FILE...]",
        "token": "TOKEN",
        "token-command": "COMMAND",
        "token-endpoint": "URL",
        "user-agent": "STRING",
        "user-number": "NUMBER",
        "vod-params": "NAME=VALUE[,...]",
        "watermark": "FILE|TEXT",
        "ytdl-format": "FORMAT",
        "ytdl-raw-options": "NAME=VALUE[,...]",
    ]

    /// By the name of an option that only a command knows.
    static let ofCommands = [
        "class": "ID", "dir": "DIR", "limit": "RATE", "note": "NAME=VALUE", "session": "ID", "title": "TITLE",
    ]
}

extension ValueForm {
    /// The same form under another name; nil keeps the name of its shape.
    func called(_ metavariable: String?) -> ValueForm {
        var result = self
        result.metavariable = metavariable
        return result
    }
}
