/* The media types this program reads and writes, and how a client says which (RFC 9110, sections 8.3 and 12.5). */
#ifndef YUTOMOK_HTTP_MEDIA_TYPE_H
#define YUTOMOK_HTTP_MEDIA_TYPE_H

#include <stdbool.h>
#include <stddef.h>

/* Bits, so that a route can name several. */
enum media_type {
    MEDIA_NONE = 0,
    MEDIA_JSON = 1 << 0,
    MEDIA_NDJSON = 1 << 1,
    MEDIA_TEXT = 1 << 2,
    MEDIA_YAML = 1 << 3,
    MEDIA_PROBLEM = 1 << 4,
    MEDIA_PROMETHEUS = 1 << 5, /* text/plain as well, with a version */
    MEDIA_SVG = 1 << 6,
    MEDIA_HTML = 1 << 7,
    MEDIA_CSS = 1 << 8,
    MEDIA_JAVASCRIPT = 1 << 9
};

enum { MEDIA_TYPES = 10 };

/* Types of answers that have room for one case only. */
enum { MEDIA_OF_ONE_CASE = MEDIA_JSON | MEDIA_SVG };

/* The value of a Content-Type field for this type, which must be one. */
const char *media_type_name(enum media_type type);

/* The type alone, without parameters. */
const char *media_type_short_name(enum media_type type);

/*
 * What a Content-Type field (NULL: there is none) says of a request's body. No type, and the form type that curl -d
 * sends by itself, are JSON; MEDIA_NONE is a type that is not known here. Parameters are ignored.
 */
enum media_type media_type_of_body(const char *content_type);

/* What the Accept fields of one request want. Starts as {0}: nothing said, anything goes. */
struct accept {
    unsigned char present;
    unsigned char specificity[MEDIA_TYPES]; /* of the range that decided: 0 none, 1 any type, 2 type, 3 subtype */
    unsigned short quality[MEDIA_TYPES];    /* thousandths */
};

/* Takes in one Accept field; several of them count as one list. */
void accept_add(struct accept *accept, const char *field);

/*
 * The best of the types offered: the highest quality, then the order of `offers`, of which only those in `mask` count.
 * MEDIA_NONE when none is acceptable.
 */
enum media_type accept_choose(const struct accept *accept, const enum media_type *offers, size_t count, unsigned mask);

/* What the Accept-Encoding fields of one request want: thousandths and one more, 0 for what is not named. Starts as
 * {0}. */
struct accept_encoding {
    unsigned short gzip;
    unsigned short identity;
    unsigned short any;
};

/* Takes in one Accept-Encoding field; several of them count as one list. */
void accept_encoding_add(struct accept_encoding *accept, const char *field);

/* Does the client take gzip, and like it no less than the bytes as they are? Not when it says nothing. */
bool accept_encoding_is_gzip(const struct accept_encoding *accept);

#endif
