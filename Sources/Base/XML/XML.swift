// XML: reads XML with Expat, as a stream or a small tree, without entities and external documents.
//
// Must not know: which formats it reads.
//
// Begin with: `XMLReader`.
