#include "text/decimal.h"

bool text_read_decimal(const char *text, uint64_t *ret_number)
{
    uint64_t number = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9' || number > (UINT64_MAX - 9) / 10)
            return false;
        number = number * 10 + (uint64_t)(*text - '0');
    }
    *ret_number = number;
    return true;
}
