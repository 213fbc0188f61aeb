import Encoding
import PlayCore
import PlaybackModel
import Playlists

package enum CommandTable {
    /// The names in `command-list`.
    package static let names: [String] =
        [
            "ignore", "seek", "revert-seek", "frame-step", "frame-back-step", "set", "add", "multiply", "cycle",
            "cycle-values", "quit", "quit-watch-later", "stop", "playlist-next", "playlist-prev",
            "playlist-play-index", "playlist-clear", "playlist-remove", "playlist-move", "playlist-shuffle",
            "playlist-unshuffle", "loadfile", "loadlist", "audio-add", "audio-remove", "audio-reload", "sub-add",
            "sub-remove", "sub-reload", "sub-seek", "sub-step",
            "screenshot", "show-text", "show-progress", "ab-loop", "keypress", "keydown", "keyup", "keybind",
            "define-section", "enable-section", "disable-section", "script-message", "script-message-to",
            "script-binding", "print-text", "expand-text", "expand-path", "drop-buffers", "write-watch-later-config",
            "mouse", "change-list", "screenshot-to-file", "downloads", "af",
        ] + ControlCommand.allCases.map(\.rawValue)

    /// Commands that start programs or scripts, or write files of the caller's choice.
    private static let refused: Set<String> = [
        "run", "subprocess", "load-script", "dump-cache", "ab-loop-dump-cache", "hook-add",
    ]

    private static let foreign: Set<String> = [
        "vf", "af-command", "vf-command", "overlay-add",
        "overlay-remove", "osd-overlay", "video-add", "video-remove",
        "video-reload", "rescan-external-files", "apply-profile",
        "delete-watch-later-config",
        "screenshot-raw", "context-menu", "discnav", "ao-reload", "ab-loop-align-cache",
    ]

    static func command(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand {
        if let control = ControlCommand(rawValue: arguments.name) { return .control(control) }
        switch arguments.name {
        case "ignore": return .ignore
        case "seek": return try seek(&arguments)
        case "revert-seek":
            switch try arguments.text(default: "") {
            case "": return .revertSeek
            // The player keeps no marks, so a jump would be a surprise.
            case "mark", "mark-permanent": throw .notAvailable(arguments.name)
            case let other: throw .badArgument(arguments.name, value: other)
            }
        case "frame-step": return .frameStep(1)
        case "frame-back-step": return .frameStep(-1)
        case "quit", "quit-watch-later":
            return .quit(code: arguments.isEmpty ? nil : Int32(clamping: try arguments.integer()))
        case "stop":
            let word = try arguments.text(default: "")
            guard ["", "keep-playlist"].contains(word) else { throw .badArgument(arguments.name, value: word) }
            return .stop(keepsPlaylist: !word.isEmpty)
        case "screenshot": return .screenshot(try arguments.remaining().joined(separator: " "))
        case "show-text":
            let text = try arguments.text()
            let time: Int? = arguments.isEmpty ? nil : try arguments.integer()
            if !arguments.isEmpty { _ = try arguments.integer() }
            return .showText(text, time.flatMap { $0 < 0 ? nil : min($0, 3_600_000) })
        case "show-progress": return .showProgress
        case "print-text": return .print(try arguments.text())
        // Sockets answer these with the expanded text. A key has no recipient for it.
        case "expand-text", "expand-path":
            _ = try arguments.text()
            return .ignore
        // The buffer is filled again from the current position.
        case "drop-buffers": return .seek(.relative(.zero), .exact)
        // Positions are written while an item plays and when it is left.
        case "write-watch-later-config": return .ignore
        case "mouse":
            let (x, y) = (try arguments.integer(), try arguments.integer())
            let button = arguments.isEmpty ? -1 : try arguments.integer()
            _ = try arguments.word(["single": 1, "double": 2], default: "single")
            return .mouse(x: x, y: y, button: button < 0 ? nil : button)
        case "change-list":
            let name = try arguments.text()
            let operation = try arguments.word(PlayerCommand.ListOperation.set)
            return .changeList(name, operation, try arguments.text(default: ""))
        case "screenshot-to-file":
            let words = ["subtitles": "subtitles", "video": "video", "window": "window"]
            return .screenshotFile(path: try arguments.text(), words: try arguments.word(words, default: "subtitles"))
        case "ab-loop": return .abLoop
        case "keypress":
            let name = try arguments.text()
            // mpv's factor, for keys that send an amount.
            if !arguments.isEmpty { _ = try arguments.number() }
            return .keyPress(name)
        case "downloads":
            let word = try arguments.text(default: DownloadsVerb.toggle.rawValue)
            guard let verb = DownloadsVerb(rawValue: word) else { throw .badArgument(arguments.name, value: word) }
            return .downloads(verb)
        default: break
        }
        if arguments.name == "af" { return .soundFilters(try soundFilters(&arguments)) }
        if let command = try property(&arguments) { return command }
        if let command = try playlist(&arguments) { return command }
        if let command = try subtitle(&arguments) { return command }
        if let command = try binding(&arguments) { return command }
        if refused.contains(arguments.name) { throw .refused(arguments.name) }
        if foreign.contains(arguments.name) { throw .notAvailable(arguments.name) }
        throw .unknownCommand(arguments.name)
    }

    private static func seek(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand {
        let amount = arguments
        var flags: [Substring] = []
        _ = try arguments.node()
        while !arguments.isEmpty { flags += try arguments.text().split(separator: "+") }
        var value = amount
        var mode: SeekMode?
        var unit: Substring = "relative"
        for flag in flags {
            switch flag {
            case "exact": mode = .exact
            case "keyframes": mode = .onlyKeyframe
            case "relative", "absolute", "absolute-percent", "relative-percent": unit = flag
            // The numbers of mpv's first versions.
            case "0", "-": unit = "relative"
            case "1": unit = "absolute-percent"
            case "2": unit = "absolute"
            default: throw .badArgument(arguments.name, value: String(flag))
            }
        }
        switch unit {
        case "absolute": return .seek(.absolute(try value.time()), mode ?? .exact)
        case "absolute-percent": return .seek(.percent(try value.number()), mode ?? .keyframe)
        case "relative-percent": return .seek(.relativePercent(try value.number()), mode ?? .keyframe)
        default: return .seek(.relative(try value.time()), mode ?? .keyframe)
        }
    }

    private static func property(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand? {
        switch arguments.name {
        case "set", "set-property": return .set(try arguments.text(), try arguments.node())
        case "add":
            let name = try arguments.text()
            return .add(name, arguments.isEmpty ? nil : try arguments.number())
        case "multiply": return .multiply(try arguments.text(), try arguments.number())
        case "cycle":
            let name = try arguments.text()
            switch try arguments.text(default: "up") {
            case "up", "1": return .cycle(name, isUp: true)
            case "down", "-1": return .cycle(name, isUp: false)
            case let other: throw .badArgument(arguments.name, value: other)
            }
        case "cycle-values":
            var words = try arguments.remaining()
            let isBackwards = words.first == "!reverse"
            if isBackwards { words.removeFirst() }
            guard words.count >= 2 else { throw .missingArgument(arguments.name) }
            let values = Array(words.dropFirst())
            return .cycleValues(words[0], isBackwards ? values.reversed() : values)
        default: return nil
        }
    }

    private static func soundFilters(
        _ arguments: inout CommandArguments
    ) throws(CommandError) -> PlayerCommand.SoundFilterChange {
        let verb = try arguments.text()
        let graph = try arguments.text(default: "")
        switch verb {
        case "set": return .set(graph)
        case "add", "append": return .add(graph)
        case "toggle": return .toggle(graph)
        case "remove": return .remove(graph)
        case "clr": return .clear
        default: throw .badArgument(arguments.name, value: verb)
        }
    }

    private static func playlist(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand? {
        switch arguments.name {
        case "playlist-next", "playlist-prev":
            let isForced = try arguments.word(["weak": false, "force": true], default: "weak")
            return .playlistMove(by: arguments.name == "playlist-next" ? 1 : -1, isForced: isForced)
        case "playlist-play-index":
            switch arguments.next {
            case .string("current"): return .playlistPlay(index: try arguments.index())
            case .string("none"):
                _ = try arguments.text()
                return .stop(keepsPlaylist: true)
            default: return .playlistPlay(index: try arguments.integer())
            }
        case "playlist-clear": return .playlist(.clear)
        case "playlist-remove": return .playlist(.remove(try arguments.index()))
        case "playlist-move": return .playlist(.move(try arguments.integer(), to: try arguments.integer()))
        case "playlist-shuffle": return .playlist(.shuffle)
        case "playlist-unshuffle": return .playlist(.unshuffle)
        case "loadfile":
            let path = try arguments.text()
            let mode = try arguments.word(LoadMode.replace)
            // mpv of 2024 has an index here, for modes that exist nowhere else.
            if arguments.next?.integer != nil || arguments.next?.text.flatMap({ Int($0) }) != nil {
                _ = try arguments.node()
            }
            return .loadFile(path: path, mode: mode, options: try arguments.options())
        case "loadlist":
            return .playlist(.loadList(try arguments.text(), mode: try arguments.word(LoadMode.replace)))
        default: return nil
        }
    }

    private static func subtitle(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand? {
        switch arguments.name {
        case "sub-add", "audio-add":
            let path = try arguments.text()
            let mode = try arguments.word(PlayerCommand.AddMode.select)
            let title = try arguments.text(default: "")
            let language = try arguments.text(default: "")
            let file = PlayerCommand.TrackFile(
                path: path, mode: mode, title: title.isEmpty ? nil : title, language: language.isEmpty ? nil : language)
            return arguments.name == "sub-add" ? .subtitle(.add(file)) : .addSound(file)
        case "audio-remove": return .removeSound(arguments.isEmpty ? nil : try arguments.integer())
        case "audio-reload": return .reloadSound(arguments.isEmpty ? nil : try arguments.integer())
        case "sub-remove": return .subtitle(.remove(arguments.isEmpty ? nil : try arguments.integer()))
        case "sub-reload": return .subtitle(.reload(arguments.isEmpty ? nil : try arguments.integer()))
        case "sub-seek", "sub-step":
            let count = try arguments.integer()
            let isSecond = try arguments.word(["primary": false, "secondary": true], default: "primary")
            let isSeek = arguments.name == "sub-seek"
            return .subtitle(isSeek ? .seek(count, isSecond: isSecond) : .step(count, isSecond: isSecond))
        default: return nil
        }
    }

    private static func binding(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand? {
        switch arguments.name {
        case "keydown": return .keyDown(try arguments.text())
        case "keyup":
            let name = try arguments.text(default: "")
            return .keyUp(name.isEmpty ? nil : name)
        case "keybind":
            let (key, line) = (try arguments.text(), try arguments.text())
            _ = try arguments.text(default: "")
            return .keys(.bind(key, line))
        case "define-section":
            let (name, lines) = (try arguments.text(), try arguments.text())
            let isForced = try arguments.word(["default": false, "force": true], default: "default")
            return .keys(.define(name, lines, isForced: isForced))
        case "enable-section":
            let name = try arguments.text()
            let flags = try arguments.text(default: "").split(separator: "+")
            // The other flags are about mpv's window.
            if let wrong = flags.first(where: { !["exclusive", "allow-hide-cursor", "allow-vo-dragging"].contains($0) })
            {
                throw .badArgument(arguments.name, value: String(wrong))
            }
            return .keys(.enable(name, isExclusive: flags.contains("exclusive")))
        case "disable-section": return .keys(.disable(try arguments.text()))
        case "script-message": return .message(ClientMessage(try arguments.remaining()))
        case "script-message-to":
            let target = try arguments.text()
            return .message(ClientMessage(to: target, try arguments.remaining()))
        case "script-binding": return try scriptBinding(&arguments)
        default: return nil
        }
    }

    /// Accepts bindings of mpv's own scripts, whose functions this program has built in, and those of clients.
    private static func scriptBinding(_ arguments: inout CommandArguments) throws(CommandError) -> PlayerCommand {
        let name = try arguments.text()
        let argument = try arguments.text(default: "")
        switch name.split(separator: "/").last ?? "" {
        case "display-stats", "display-stats-toggle", "display-page-1": return .control(.statistics)
        case "visibility": return .control(.controlBar)
        case "select-binding", "display-page-4": return .control(.help)
        default: return .scriptBinding(name, argument: argument)
        }
    }
}
