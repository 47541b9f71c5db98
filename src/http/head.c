#include "http/head.h"

#include <string.h>
#include <strings.h>

#include "text/decimal.h"

enum { FIELD_BYTES_MAX = 16 << 10 };

/* A letter, a digit, or one of these marks. */
static bool is_alphanumeric_or(char c, const char *marks)
{
    const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    return alphanumeric || (c != '\0' && strchr(marks, c) != NULL);
}

/* RFC 9110, section 5.6.2 */
static bool is_token(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_alphanumeric_or(text[i], "!#$%&'*+-.^_`|~"))
            return false;
    return length > 0;
}

static bool is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/*
 * No control characters but tabs (RFC 9110, section 5.5). A NUL would hide what stands behind it from everything here,
 * but not from a proxy.
 */
static bool is_sound_value(const char *value, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)value[i];
        if ((byte < 0x20 && byte != '\t') || byte == 0x7F)
            return false;
    }
    return value[length] == '\0';
}

/* A path, an absolute URI, or the asterisk of OPTIONS (RFC 9112, section 3.2). */
static bool has_form(const char *target)
{
    return target[0] == '/' || strcmp(target, "*") == 0 || strncasecmp(target, "http://", 7) == 0 ||
           strncasecmp(target, "https://", 8) == 0;
}

/* No control characters, no spaces, and no %00, which would cut the path short for everything that reads it. */
bool head_is_sound_target(const char *target)
{
    for (const char *at = target; *at != '\0'; at++) {
        const unsigned char byte = (unsigned char)*at;
        if (byte <= 0x20 || byte == 0x7F)
            return false;
        if (byte == '%' && (!is_hex_digit(at[1]) || !is_hex_digit(at[2]) || (at[1] == '0' && at[2] == '0')))
            return false;
    }
    return has_form(target);
}

/*
 * uri-host [":" port] (RFC 9110, section 7.2; RFC 3986, section 3.2.2), as far as characters go. An empty value is
 * what a target without an authority sends.
 */
static bool is_host(const char *value)
{
    const char *at = value;
    if (*at == '[') {
        at++;
        at += strspn(at, "0123456789abcdefABCDEF:.vV");
        if (*at != ']')
            return false;
        at++;
    } else {
        while (is_alphanumeric_or(*at, "-._~!$&'()*+,;=%"))
            at++;
    }
    if (*at == ':')
        at += 1 + strspn(at + 1, "0123456789");
    return *at == '\0';
}

/* The path of a target in absolute form (RFC 9112, section 3.2.2), or the target itself. */
static const char *path_of(const char *target)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        const size_t length = strlen(schemes[i]);
        if (strncasecmp(target, schemes[i], length) != 0)
            continue;
        const char *const path = strchr(target + length, '/');
        return path != NULL ? path : "/";
    }
    return target;
}

void head_begin(struct head *head, const char *method, const char *path, const char *version)
{
    head->method = method_from_name(method);
    head->path = path_of(path);
    head->is_http_1_1 = strcmp(version, "HTTP/1.1") == 0;
}

static void take_host(struct head *head, const char *value)
{
    head->hosts++;
    head->bad_host |= !is_host(value);
}

static void take_content_length(struct head *head, const char *value)
{
    head->content_lengths++;
    /* 1*DIGIT (RFC 9110, section 8.6) */
    head->bad_content_length |= !text_read_decimal(value, &head->content_length);
}

static void take_transfer_encoding(struct head *head, const char *value)
{
    head->transfer_encodings++;
    head->bad_transfer_encoding |= strcasecmp(value, "chunked") != 0;
}

static void take_content_type(struct head *head, const char *value)
{
    head->content_types++;
    head->content_type = value;
}

static void take_content_encoding(struct head *head, const char *value)
{
    head->has_content_coding |= strcasecmp(value, "identity") != 0;
}

static void take_accept(struct head *head, const char *value)
{
    accept_add(&head->accept, value);
}

static void take_accept_encoding(struct head *head, const char *value)
{
    accept_encoding_add(&head->accept_encoding, value);
}

static void take_expect(struct head *head, const char *value)
{
    const bool is_continue = strcasecmp(value, "100-continue") == 0;
    head->expects_continue |= is_continue;
    head->bad_expectation |= !is_continue;
}

static void take_if_none_match(struct head *head, const char *value)
{
    head->if_none_match = value; /* the last of several: all that can come of it is an answer instead of 304 */
}

static void take_request_method(struct head *head, const char *value)
{
    (void)value;
    head->is_preflight = head->method == METHOD_OPTIONS;
}

/* The fields that mean something here. */
static const struct {
    const char *name;
    size_t name_length;
    void (*take)(struct head *head, const char *value);
} fields[] = {
    {"Host", 4, take_host},
    {"Content-Length", 14, take_content_length},
    {"Content-Type", 12, take_content_type},
    {"Accept", 6, take_accept},
    {"Accept-Encoding", 15, take_accept_encoding},
    {"Transfer-Encoding", 17, take_transfer_encoding},
    {"Content-Encoding", 16, take_content_encoding},
    {"Expect", 6, take_expect},
    {"If-None-Match", 13, take_if_none_match},
    {"Access-Control-Request-Method", 29, take_request_method},
};

void head_field(struct head *head, const char *name, size_t name_length, const char *value, size_t value_length)
{
    static const size_t separators = sizeof ": \r\n" - 1;
    head->field_bytes += name_length + value_length + separators;
    head->bad_value |= value != NULL && !is_sound_value(value, value_length);
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i].name_length == name_length && strncasecmp(fields[i].name, name, name_length) == 0) {
            fields[i].take(head, value != NULL ? value : "");
            return;
        }
    }
    head->bad_name |= !is_token(name, name_length);
}

void head_parameter(struct head *head, const char *name, const char *value)
{
    head->bad_query |= !query_take(&head->query, name, value);
}

static const char *find_fault(const struct head *head)
{
    if (head->bad_target)
        return "The request target has a character or a form that it must not have";
    if (head->bad_name)
        return "The name of a header field is not a token";
    if (head->bad_value)
        return "The value of a header field holds a control character";
    if (head->hosts > 1 || head->bad_host || (head->is_http_1_1 && head->hosts != 1))
        return "There must be one valid Host field";
    if (head->content_lengths > 1 || head->bad_content_length)
        return "There must be one valid Content-Length field at most";
    if (head->transfer_encodings > 1 || head->bad_transfer_encoding)
        return "The only transfer coding here is chunked";
    if (head->transfer_encodings > 0 && (head->content_lengths > 0 || !head->is_http_1_1))
        return "Transfer-Encoding must not come with Content-Length, nor in HTTP/1.0";
    if (head->content_types > 1)
        return "There must be one Content-Type field at most";
    return NULL;
}

bool head_check(const struct head *head, struct problem *problem)
{
    if (head->field_bytes > FIELD_BYTES_MAX)
        return problem_set(problem, PROBLEM_HEADER_TOO_LARGE, "There are %zu bytes of header fields, %d are taken",
                           head->field_bytes, FIELD_BYTES_MAX);
    const char *const fault = find_fault(head);
    if (fault != NULL)
        return problem_set(problem, PROBLEM_BAD_REQUEST_HEAD, "%s", fault);
    if (head->bad_expectation)
        return problem_set(problem, PROBLEM_EXPECTATION_FAILED, "There is no such expectation");
    return true;
}

bool head_has_etag(const struct head *head, const char *etag)
{
    if (head->if_none_match == NULL)
        return false;
    /* A tag of ours has no character that could stand inside another one, so finding it is enough. */
    return strcmp(head->if_none_match, "*") == 0 || strstr(head->if_none_match, etag) != NULL;
}
