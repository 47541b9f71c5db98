/* Files that the build puts into the program (embedded.S). */
#ifndef YUTOMOK_EMBEDDED_H
#define YUTOMOK_EMBEDDED_H

#include <stddef.h>

extern const char embedded_openapi[];
extern const size_t embedded_openapi_size;

#endif
