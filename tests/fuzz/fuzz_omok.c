/* Boards as text and as JSON. */
#include "ask.h"
#include "twins.h"

static void write_board(const int *cells, struct buffer *out)
{
    for (unsigned i = 0; i < 361; i++) {
        if (i % 19 == 0)
            buffer_append(out, i == 0 ? "[\"" : "\",\"", i == 0 ? 2 : 3);
        const char cell = (char)('0' + cells[i]);
        buffer_append(out, &cell, 1);
    }
    buffer_append(out, "\"]\n", 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    require_twins("/omok", data, size, 361, 19, write_board);
    return 0;
}
