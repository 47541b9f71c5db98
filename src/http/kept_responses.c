#include "http/kept_responses.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_BYTES_MAX = 39, PLACES = 256 };

/* One at each place, which its body decides; a newer one takes the place of an older. */
struct kept {
    struct MHD_Response *response; /* NULL: the place is free */
    uint8_t length;
    char body[BODY_BYTES_MAX];
};

static _Thread_local struct kept *places;
static pthread_key_t places_key;
static void (*destroy_response)(struct MHD_Response *response);

static void free_places(void *pointer)
{
    struct kept *const ended = pointer;
    for (size_t i = 0; i < PLACES; i++)
        if (ended[i].response != NULL)
            destroy_response(ended[i].response);
    free(ended);
}

bool kept_responses_init(void (*destroy)(struct MHD_Response *response))
{
    destroy_response = destroy;
    return pthread_key_create(&places_key, free_places) == 0;
}

static bool have_places(void)
{
    if (places != NULL)
        return true;
    struct kept *const created = calloc(PLACES, sizeof *created);
    if (created == NULL)
        return false;
    if (pthread_setspecific(places_key, created) != 0) {
        free(created);
        return false;
    }
    places = created;
    return true;
}

/* FNV-1a */
static struct kept *place_of(const struct buffer *body)
{
    uint32_t hash = UINT32_C(0x811c9dc5);
    for (size_t i = 0; i < body->length; i++)
        hash = (hash ^ (unsigned char)body->data[i]) * UINT32_C(0x01000193);
    return &places[(hash ^ hash >> 16) % PLACES];
}

struct MHD_Response *kept_responses_find(const struct buffer *body)
{
    if (places == NULL || body->length > BODY_BYTES_MAX)
        return NULL;
    const struct kept *const kept = place_of(body);
    const bool found =
        kept->response != NULL && kept->length == body->length && memcmp(kept->body, body->data, body->length) == 0;
    return found ? kept->response : NULL;
}

bool kept_responses_take(const struct buffer *body, struct MHD_Response *response)
{
    if (body->length > BODY_BYTES_MAX || !have_places())
        return false;
    struct kept *const kept = place_of(body);
    if (kept->response != NULL)
        destroy_response(kept->response);
    kept->response = response;
    kept->length = (uint8_t)body->length;
    memcpy(kept->body, body->data, body->length);
    return true;
}
