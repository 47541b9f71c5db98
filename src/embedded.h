/* Files that the build puts into the program (embedded.S). */
#ifndef YUTOMOK_EMBEDDED_H
#define YUTOMOK_EMBEDDED_H

#include <stddef.h>

/* Declares a file by its name in there: embedded_NAME, of embedded_NAME_size bytes. */
#define EMBEDDED(name)                                                                                                 \
    extern const char embedded_##name[];                                                                               \
    extern const size_t embedded_##name##_size

EMBEDDED(openapi);
EMBEDDED(stress);

#endif
