#include "http/media_type.h"

#include <string.h>
#include <strings.h>

static const struct {
    enum media_type type;
    const char *name;  /* what a request or an Accept field calls it */
    const char *field; /* what an answer's Content-Type says */
} media_types[MEDIA_TYPES] = {
    {MEDIA_JSON, "application/json", "application/json"},
    {MEDIA_NDJSON, "application/x-ndjson", "application/x-ndjson"},
    {MEDIA_TEXT, "text/plain", "text/plain; charset=utf-8"},
    {MEDIA_YAML, "application/yaml", "application/yaml"},
    {MEDIA_PROBLEM, "application/problem+json", "application/problem+json"},
    {MEDIA_PROMETHEUS, "text/plain", "text/plain; version=0.0.4; charset=utf-8"},
    {MEDIA_SVG, "image/svg+xml", "image/svg+xml"},
    {MEDIA_HTML, "text/html", "text/html; charset=utf-8"},
    {MEDIA_CSS, "text/css", "text/css; charset=utf-8"},
    {MEDIA_JAVASCRIPT, "text/javascript", "text/javascript; charset=utf-8"},
};

static const char form_type[] = "application/x-www-form-urlencoded";

/* A stretch of a field's value. */
struct span {
    const char *text;
    size_t length;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static struct span trim(struct span span)
{
    for (; span.length > 0 && is_space(span.text[0]); span.text++)
        span.length--;
    while (span.length > 0 && is_space(span.text[span.length - 1]))
        span.length--;
    return span;
}

static bool equals(struct span span, const char *word)
{
    return span.length == strlen(word) && strncasecmp(span.text, word, span.length) == 0;
}

/* Splits what stands before the first `separator` outside quotes off `rest`, trimmed. */
static struct span take_until(struct span *rest, char separator)
{
    size_t i = 0;
    bool quoted = false;
    for (; i < rest->length && (quoted || rest->text[i] != separator); i++) {
        if (rest->text[i] == '"')
            quoted = !quoted;
        else if (quoted && rest->text[i] == '\\' && i + 1 < rest->length)
            i++;
    }
    const struct span taken = {rest->text, i};
    const size_t gone = i < rest->length ? i + 1 : i;
    rest->text += gone;
    rest->length -= gone;
    return trim(taken);
}

static size_t index_of(enum media_type type)
{
    size_t i = 0;
    while (i < MEDIA_TYPES - 1 && media_types[i].type != type)
        i++;
    return i;
}

const char *media_type_name(enum media_type type)
{
    return media_types[index_of(type)].field;
}

const char *media_type_short_name(enum media_type type)
{
    return media_types[index_of(type)].name;
}

enum media_type media_type_of_body(const char *content_type)
{
    if (content_type == NULL)
        return MEDIA_JSON;
    struct span rest = {content_type, strlen(content_type)};
    const struct span name = take_until(&rest, ';');
    if (equals(name, form_type))
        return MEDIA_JSON;
    for (size_t i = 0; i < MEDIA_TYPES; i++)
        if (equals(name, media_types[i].name))
            return media_types[i].type;
    return MEDIA_NONE;
}

/* A weight (RFC 9110, section 12.4.2) in thousandths; what is none counts as 1. `text` is not empty. */
static unsigned short read_quality(struct span text)
{
    if (text.text[0] != '0' && text.text[0] != '1')
        return 1000;
    unsigned quality = (unsigned)(text.text[0] - '0') * 1000, weight = 100;
    for (size_t i = 2; i < text.length && text.text[i] >= '0' && text.text[i] <= '9'; i++, weight /= 10)
        quality += (unsigned)(text.text[i] - '0') * weight;
    return (unsigned short)(quality > 1000 ? 1000 : quality);
}

/* How closely a media range names a type: 3 for the very type, 2 for its family, 1 for any, 0 not at all. */
static unsigned char match(struct span range, const char *name)
{
    if (equals(range, name))
        return 3;
    if (equals(range, "*/*"))
        return 1;
    const size_t family = strcspn(name, "/") + 1;
    const bool same_family = range.length == family + 1 && strncasecmp(range.text, name, family) == 0;
    return same_family && range.text[family] == '*' ? 2 : 0;
}

/* The weight among the parameters of an element, in thousandths; 1000 when there is none. */
static unsigned short take_quality(struct span parameters)
{
    unsigned short quality = 1000;
    while (parameters.length > 0) {
        const struct span parameter = take_until(&parameters, ';');
        if (parameter.length > 2 && strncasecmp(parameter.text, "q=", 2) == 0)
            quality = read_quality((struct span){parameter.text + 2, parameter.length - 2});
    }
    return quality;
}

static void add_range(struct accept *accept, struct span element)
{
    const struct span range = take_until(&element, ';');
    const unsigned short quality = take_quality(element);
    for (size_t i = 0; i < MEDIA_TYPES; i++) {
        const unsigned char specificity = match(range, media_types[i].name);
        if (specificity <= accept->specificity[i])
            continue;
        accept->specificity[i] = specificity;
        accept->quality[i] = quality;
    }
}

void accept_add(struct accept *accept, const char *field)
{
    struct span rest = {field, strlen(field)};
    while (rest.length > 0) {
        const struct span element = take_until(&rest, ',');
        if (element.length == 0)
            continue;
        accept->present = 1;
        add_range(accept, element);
    }
}

enum media_type accept_choose(const struct accept *accept, const enum media_type *offers, size_t count, unsigned mask)
{
    enum media_type best = MEDIA_NONE;
    unsigned best_quality = 0;
    for (size_t i = 0; i < count; i++) {
        if ((mask & offers[i]) == 0)
            continue;
        const unsigned quality = accept->present ? accept->quality[index_of(offers[i])] : 1000;
        if (quality <= best_quality)
            continue;
        best = offers[i];
        best_quality = quality;
    }
    return best;
}

void accept_encoding_add(struct accept_encoding *accept, const char *field)
{
    struct span rest = {field, strlen(field)};
    while (rest.length > 0) {
        struct span element = take_until(&rest, ',');
        const struct span coding = take_until(&element, ';');
        const unsigned short wanted = take_quality(element) + 1;
        if (equals(coding, "gzip") || equals(coding, "x-gzip"))
            accept->gzip = wanted;
        else if (equals(coding, "identity"))
            accept->identity = wanted;
        else if (equals(coding, "*"))
            accept->any = wanted;
    }
}

bool accept_encoding_is_gzip(const struct accept_encoding *accept)
{
    const unsigned gzip = accept->gzip != 0 ? accept->gzip : accept->any;
    return gzip > 1 && gzip >= accept->identity;
}
