#include "mistakes/mistake.h"

#include <string.h>

unsigned mistake_find(const struct mistake_table *table, const char *id)
{
    unsigned i = 0;
    while (i < table->count && strcmp(table->at(i)->id, id) != 0)
        i++;
    return i;
}
