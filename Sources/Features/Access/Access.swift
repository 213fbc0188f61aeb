// Access: opens the locations that users, lists and services name (standard input, paths, addresses).
//
// SourceAccess is a table of openers, one for each kind of location. A new kind is a new Opener and a line of that
// table. Must not know: options, lists, screens, services. The request itself names the substitute for a page.
//
// Begin with: SourceAccess, then Opener and Schemes/HTTPOpener.
