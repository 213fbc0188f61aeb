// Access: opens the locations that users, lists and services name (standard input, paths, addresses).
//
// SourceAccess is a table of openers, one for each kind of location. A new kind needs a new Opener and a line in that
// table. Must not know: options, lists, screens, services. A request itself supplies the opener of a page.
//
// Begin with: SourceAccess, then Opener and Schemes/HTTPOpener.
