// ScreenKit: what the pages of all features share: theme, lists, line editor, messages, keys as data, and the two types
// between a feature and the root: PlayerContext in, Consequence out.
//
// Must not know: AppState, a feature, or ncurses.
//
// Begin with: `PlayerContext`, `Consequence`, then `Theme`.
