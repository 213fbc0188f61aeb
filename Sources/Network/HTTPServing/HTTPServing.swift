// HTTPServing: a small HTTP/1.1 server, with or without TLS: requests and answers are values, within limits.
// libmicrohttpd moves the bytes; this target enforces the limits of requests.
//
// Must not know: the served content.
//
// Begin with: `HTTPServer`, then `HTTPServerConnection` for the life of a request.
