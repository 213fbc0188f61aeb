// Playlists: lists of videos: formats, permitted targets of entries, folders, order, feeds of short videos.
//
// Must not know: how an entry is opened, or who selected it.
//
// Begin with: `PlaylistLoader`, then `PlaylistOrigin` for what a list may name.
