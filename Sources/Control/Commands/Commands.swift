// Commands: mpv's commands and properties, names of keys, input.conf: parses words into values without acting on them.
//
// Must not know: screens, sockets, the engine (a `PropertyContext` is a value).
//
// Begin with: `CommandTable`, `PlayerCommand`, `PropertyTable`.
