// Preparation: makes small renditions of the films in a folder, for terminals that show no more: finds the films, plans what
// each needs, encodes, and goes on where it was stopped.
//
// Must not know: options, terminals, how the renditions are played.
//
// Begin with: `LibraryPreparation`, then `FilmSurvey`, `FilmPreparation`, `RenditionFile`.
