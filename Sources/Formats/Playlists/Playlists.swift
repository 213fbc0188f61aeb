// Playlists: lists of videos: formats, permitted targets of entries, folders, order, feeds of short videos.
//
// Must not know: how an entry is opened, or why it was selected.
//
// Begin with: `PlaylistLoader`, then `PlaylistOrigin` for the permitted targets.
