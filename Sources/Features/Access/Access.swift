// Access: opens what users, lists and services name: standard input, paths, addresses.
//
// SourceAccess is a table of openers, one a kind of location; a new kind is a new Opener and a line of that table.
// Knows no options, no list, no screen and no service: what plays in place of a page is given with the request.
//
// Begin at SourceAccess, then Opener and Schemes/HTTPOpener.
