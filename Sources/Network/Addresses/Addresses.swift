// Addresses: an address (URL) parsed and resolved by libcurl, and libcurl itself, which is loaded on first use.
//
// Must not know: requests, responses, the meaning of schemes.
//
// Begin with: `Address`.
