// Addresses: an address (URL) parsed and resolved by libcurl, and libcurl itself, which is loaded on first use.
//
// Must not know: requests, answers, schemes' meanings.
//
// Begin with: `Address`; `CurlLibrary` has the loaded functions.
