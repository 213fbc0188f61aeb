/* uchardet, and glibc's iconv, which Swift's Glibc module leaves out. Nothing else belongs here. */
#pragma once
#include <iconv.h>
#include <uchardet/uchardet.h>

/* iconv_open's failure is a pointer of all ones, a cast that Swift does not import. */
static inline int tv_iconv_failed(iconv_t converter) { return converter == (iconv_t)-1; }
