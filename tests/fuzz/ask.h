/* What the fuzz targets share: one request and its answer, without a network. */
#ifndef YUTOMOK_TESTS_FUZZ_ASK_H
#define YUTOMOK_TESTS_FUZZ_ASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

/* What a target is called with (LLVM's libFuzzer); it returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct question {
    const char *path;
    const char *content_type; /* NULL: none */
    const char *accept;       /* NULL: none */
    bool explain;
    const char *body;
    size_t length;
    size_t stretch; /* the body arrives in stretches of so many bytes; 0: at once */
};

/* The status and, in `ret_body` (the caller's to free), the body. 0: the connection was cut. */
unsigned ask(const struct question *question, struct buffer *ret_body);

/* Ends the process as a finding, with what was expected. */
void require(bool holds, const char *what);

#endif
