// Preparation: creates small renditions of the films in a folder, for terminals that show no more. It finds the films,
// plans the renditions, encodes them, and resumes where it was stopped.
//
// Must not know: options, terminals, playing renditions.
//
// Begin with: `LibraryPreparation`, then `FilmSurvey`, `FilmPreparation`, `RenditionFile`.
