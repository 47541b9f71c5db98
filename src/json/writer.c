#include "json/writer.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "json/arena.h"

enum {
    FIRST_GUESS = 256,         /* bytes; most answers fit */
    LARGEST_DOCUMENT = 1 << 20 /* no answer comes near it; beyond it something is wrong */
};

/* cJSON takes items as not const that it does not change. */
static cJSON *unconst(const cJSON *item)
{
    return (cJSON *)item;
}

cJSON *json_object(void)
{
    return cJSON_CreateObject();
}

cJSON *json_array(void)
{
    return cJSON_CreateArray();
}

enum { INTEGER_BYTES = 24 };

/*
 * The digits of an integer, somewhere in `text`. By hand, as most of what an answer holds is numbers, and snprintf
 * costs more than the rest of their nodes.
 */
static const char *integer_to_text(int64_t integer, char text[INTEGER_BYTES])
{
    char *at = &text[INTEGER_BYTES - 1];
    *at = '\0';
    uint64_t magnitude = integer < 0 ? 0 - (uint64_t)integer : (uint64_t)integer;
    do {
        *--at = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude > 0);
    if (integer < 0)
        *--at = '-';
    return at;
}

cJSON *json_integer(int64_t integer)
{
    char text[INTEGER_BYTES];
    return cJSON_CreateRaw(integer_to_text(integer, text));
}

cJSON *json_decimal(int64_t units, unsigned decimals)
{
    int64_t scale = 1;
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    for (; decimals > 0 && units % 10 == 0; decimals--, scale /= 10)
        units /= 10;
    if (decimals == 0)
        return json_integer(units);
    char text[48];
    snprintf(text, sizeof text, "%" PRId64 ".%0*" PRId64, units / scale, (int)decimals, units % scale);
    return cJSON_CreateRaw(text);
}

void json_add(cJSON *object, const char *name, cJSON *value)
{
    cJSON_AddItemToObjectCS(object, name, value);
}

void json_add_integer(cJSON *object, const char *name, int64_t integer)
{
    json_add(object, name, json_integer(integer));
}

void json_add_string(cJSON *object, const char *name, const char *string)
{
    json_add(object, name, cJSON_CreateString(string));
}

void json_add_reference(cJSON *object, const char *name, const cJSON *value)
{
    cJSON_AddItemReferenceToObject(object, name, unconst(value));
}

void json_append(cJSON *array, cJSON *value)
{
    cJSON_AddItemToArray(array, value);
}

bool json_write_integer(const char *name, int64_t integer, struct buffer *out)
{
    char text[INTEGER_BYTES];
    const char *const digits = integer_to_text(integer, text);
    char *const begin = buffer_reserve(out, sizeof "{\"\":}" + strlen(name) + strlen(digits));
    if (begin == NULL)
        return false;
    char *const end = stpcpy(stpcpy(stpcpy(stpcpy(stpcpy(begin, "{\""), name), "\":"), digits), "}");
    out->length += (size_t)(end - begin);
    return true;
}

bool json_write(const cJSON *root, struct buffer *out)
{
    if (root == NULL || json_arena_overflowed())
        return false;
    for (size_t room = FIRST_GUESS; room <= LARGEST_DOCUMENT; room *= 4) {
        char *const at = buffer_reserve(out, room);
        if (at == NULL)
            return false;
        if (cJSON_PrintPreallocated(unconst(root), at, (int)room, false)) {
            out->length += strlen(at);
            return true;
        }
    }
    return false;
}
