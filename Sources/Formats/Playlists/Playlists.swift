// Playlists: lists of videos: formats, where entries may lead, folders, order, feeds of short videos.
//
// Must not know: how an entry is opened, or who chose it.
//
// Begin with: `PlaylistLoader`, then `PlaylistOrigin` for what a list may name.
