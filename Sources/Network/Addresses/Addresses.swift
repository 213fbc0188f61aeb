// Addresses: an address (URL) taken apart and resolved by libcurl, and libcurl itself, which is loaded when the
// first one is needed.
//
// Must not know: requests, answers, schemes' meanings.
//
// Begin with: `Address`; `CurlLibrary` has the functions that were looked up.
