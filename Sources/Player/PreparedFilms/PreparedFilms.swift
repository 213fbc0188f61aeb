// PreparedFilms: small renditions of a film's pictures beside it: where they lie, what is known of them, and how a film that
// has them plays as one item with several definitions. Sound, subtitles and chapters stay the film's own.
//
// Must not know: how they are made, lists, screens.
//
// Begin with: `PreparedFilm`, then `PreparedSource`.
