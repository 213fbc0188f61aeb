package import Encoding

/// Commands whose arguments have names: `{"name":"loadfile","url":"a.mkv","flags":"append"}`.
package enum NamedArguments {
    /// Names of the arguments in order, with mpv's defaults for omitted ones.
    private static let table: [String: [(name: String, fallback: String?)]] = {
        let lines = """
            seek target flags=relative legacy=unused
            revert-seek flags
            quit code
            quit-watch-later code
            stop flags
            frame-step frames=1 flags
            frame-back-step
            playlist-next flags
            playlist-prev flags
            playlist-play-index index
            playlist-remove index
            playlist-move index1 index2
            sub-step skip flags
            sub-seek skip flags
            print-text text
            show-text text duration=-1 level
            expand-text text
            expand-path text
            sub-add url flags=select title= lang=
            audio-add url flags=select title= lang=
            video-add url flags=select title= lang= albumart
            audio-remove id
            audio-reload id
            sub-remove id
            sub-reload id
            rescan-external-files flags
            screenshot flags=subtitles legacy
            screenshot-to-file filename flags
            loadfile url flags=replace index=-1 options
            loadlist url flags=replace index
            set name value
            add name value
            multiply name value
            cycle name value
            change-list name operation value
            keybind name cmd comment
            keypress name scale
            keydown name
            keyup name
            define-section name contents flags
            enable-section name flags
            disable-section name
            script-binding name arg
            af operation value
            vf operation value
            apply-profile name mode
            mouse x y button=-1 mode
            osd-overlay id format data res_x=0 res_y=720 z=0 hidden=no compute_bounds
            subprocess args playback_only=yes capture_size=67108864 capture_stdout=no capture_stderr=no detach=no env= \
            stdin_data= passthrough_stdin
            delete-watch-later-config filename
            """
        var table: [String: [(String, String?)]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ")
            table[String(words[0])] = words.dropFirst().map { word in
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
            }
        }
        return table
    }()

    /// Returns `nil` for an unknown or missing argument.
    package static func words(_ fields: [String: JSONValue]) -> [JSONValue]? {
        guard let name = fields["name"]?.text else { return nil }
        let command = name.replacing("_", with: "-")
        // Commands with their own argument `name` get it under another name, as in mpv.
        var rest = fields.filter { $0.key != "name" && $0.key != "_flags" }
        guard let arguments = table[command] else { return rest.isEmpty ? [.string(command)] : nil }
        var words: [JSONValue] = [.string(command)]
        for argument in arguments {
            guard !rest.isEmpty else { break }
            if let value = rest.removeValue(forKey: argument.name) {
                words.append(value)
            } else if let fallback = argument.fallback {
                words.append(.string(fallback))
            } else {
                return nil
            }
        }
        return rest.isEmpty ? words : nil
    }
}
