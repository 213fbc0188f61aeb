// PDFPages: pictures and words of the pages of a PDF, by poppler's programs.
//
// Must not know: classes, uploads, what is done with a page.
//
// Begin with: `PDFTools`.
