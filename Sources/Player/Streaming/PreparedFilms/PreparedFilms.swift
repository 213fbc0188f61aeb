// PreparedFilms: small renditions of a film's pictures, stored beside the film: their place, their record, and their
// playback. A film with renditions plays as one item with several definitions. Sound, subtitles and chapters come from
// the film.
//
// Must not know: how renditions are created, lists, screens.
//
// Begin with: `PreparedFilm`, then `PreparedSource`.
