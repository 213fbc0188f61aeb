// HTTPServing: a small server of HTTP/1.1, with TLS or without: requests come and answers go as values, within limits.
// libmicrohttpd moves the bytes; what a request may be is decided here.
//
// Must not know: what is served.
//
// Begin with: `HTTPServer`, then `HTTPServerConnection` for the life of a request.
