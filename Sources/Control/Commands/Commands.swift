// Commands: mpv's commands and properties, names of keys, input.conf: words to values. Nothing here acts.
//
// Must not know: screens, sockets, the engine (a `PropertyContext` is a value).
//
// Begin with: `CommandTable`, `PlayerCommand`, `PropertyTable`.
