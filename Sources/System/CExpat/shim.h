/* Expat, a streaming XML parser. Nothing else belongs here. */
#pragma once
#include <expat.h>
#include <stdint.h>

/* From 1; 2.9 deprecates the older name. */
static inline uint64_t tv_xml_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}
