// Encoding: JSON as a value, without Foundation; hashes, Base64, hexadecimal digits, random bytes, signed tokens.
//
// Must not know: which documents exist; the reader of a document extracts its values.
//
// Begin with: `JSONValue`, then `JSONReader`.
