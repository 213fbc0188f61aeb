// Encoding: JSON as a value, read strictly and written without Foundation; hashes, Base64, hexadecimal digits,
// random bytes, signed tokens. Each once.
//
// Must not know: which documents exist; whoever reads one takes its values out.
//
// Begin with: `JSONValue`, then `JSONReader`.
