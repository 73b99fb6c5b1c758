#pragma once

// The input is read only, and its type says so.
#define ZLIB_CONST

#include <zlib.h>

// inflateInit2 is a macro, which Swift cannot import. The largest window, and the wrapper of gzip alone, whose checksum
// and length are then compared.
static inline int assay_inflate_init_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
