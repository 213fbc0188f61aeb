// Commands: mpv's commands and properties, names of keys, input.conf: parses words to values, without any effect.
//
// Must not know: screens, sockets, the engine (a `PropertyContext` is a value).
//
// Begin with: `CommandTable`, `PlayerCommand`, `PropertyTable`.
