/* Dice as text and as JSON. */
#include <stdio.h>

#include "ask.h"
#include "twins.h"

static void write_dice(const int *dice, struct buffer *out)
{
    for (unsigned i = 0; i < 10; i++) {
        char text[16];
        const int length = snprintf(text, sizeof text, "%s%d%s", i == 0 ? "[" : ",", dice[i], i == 9 ? "]\n" : "");
        buffer_append(out, text, (size_t)length);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    require_twins("/yut", data, size, 10, 0, write_dice);
    return 0;
}
