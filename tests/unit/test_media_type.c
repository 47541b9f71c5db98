/* What a Content-Type says of a body, and which of the types on offer an Accept wants. */
#include "support.h"

#include "http/media_type.h"

static void test_types_of_bodies(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        enum media_type type;
    } cases[] = {
        {NULL, MEDIA_JSON},
        {"application/json", MEDIA_JSON},
        {"APPLICATION/Json", MEDIA_JSON},
        {" application/json ", MEDIA_JSON},
        {"application/json;charset=utf-8", MEDIA_JSON},
        {"application/json ; charset=\"utf-8;x\"", MEDIA_JSON},
        {"application/json;", MEDIA_JSON},
        {"application/x-www-form-urlencoded", MEDIA_JSON},
        {"application/x-www-form-urlencoded; charset=UTF-8", MEDIA_JSON},
        {"application/x-ndjson", MEDIA_NDJSON},
        {"Application/X-NDJSON; a=b", MEDIA_NDJSON},
        {"text/plain", MEDIA_TEXT},
        {"text/plain;charset=us-ascii;format=flowed", MEDIA_TEXT},
        {"image/svg+xml", MEDIA_SVG},
        {"image/svg", MEDIA_NONE},
        {"", MEDIA_NONE},
        {" ", MEDIA_NONE},
        {";", MEDIA_NONE},
        {";charset=utf-8", MEDIA_NONE},
        {"json", MEDIA_NONE},
        {"application", MEDIA_NONE},
        {"application/", MEDIA_NONE},
        {"/json", MEDIA_NONE},
        {"application/json2", MEDIA_NONE},
        {"application/jso", MEDIA_NONE},
        {"xapplication/json", MEDIA_NONE},
        {"application/ json", MEDIA_NONE},
        {"application/json, text/plain", MEDIA_NONE},
        {"application/*", MEDIA_NONE},
        {"*/*", MEDIA_NONE},
        {"text/xml", MEDIA_NONE},
        {"text/json", MEDIA_NONE},
        {"multipart/form-data; boundary=x", MEDIA_NONE},
        {"application/octet-stream", MEDIA_NONE},
        {"\xFF\xFE", MEDIA_NONE},
        {"\"application/json\"", MEDIA_NONE},
        {"\"", MEDIA_NONE},
        {"\"\\", MEDIA_NONE},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_number(cases[i].field != NULL ? cases[i].field : "(none)", "the type", media_type_of_body(cases[i].field),
                     cases[i].type);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(media_type_name(MEDIA_JSON), "application/json");
    assert_string_equal(media_type_name(MEDIA_NDJSON), "application/x-ndjson");
    assert_string_equal(media_type_name(MEDIA_PROBLEM), "application/problem+json");
    assert_string_equal(media_type_name(MEDIA_SVG), "image/svg+xml");
    check_number("text", "is read again", media_type_of_body(media_type_name(MEDIA_TEXT)), MEDIA_TEXT);
}

enum { ALL = MEDIA_JSON | MEDIA_NDJSON | MEDIA_TEXT };

/* What is on offer is JSON, NDJSON and text, in this order of preference. */
static void test_choices(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *fields[3];
        unsigned mask;
        enum media_type chosen;
    } cases[] = {
        {"no field", {NULL}, ALL, MEDIA_JSON},
        {"no field, less on offer", {NULL}, MEDIA_NDJSON | MEDIA_TEXT, MEDIA_NDJSON},
        {"no field, nothing on offer", {NULL}, MEDIA_YAML, MEDIA_NONE},
        {"empty field", {""}, ALL, MEDIA_JSON},
        {"commas only", {" , ,"}, ALL, MEDIA_JSON},
        {"anything", {"*/*"}, ALL, MEDIA_JSON},
        {"anything, less on offer", {"*/*"}, MEDIA_TEXT, MEDIA_TEXT},
        {"one", {"text/plain"}, ALL, MEDIA_TEXT},
        {"one in capitals", {"TEXT/Plain"}, ALL, MEDIA_TEXT},
        {"one that is not on offer", {"text/plain"}, MEDIA_JSON, MEDIA_NONE},
        {"one that there is not", {"image/png"}, ALL, MEDIA_NONE},
        {"a part of a name", {"text/plai, text/plainx, ext/plain"}, ALL, MEDIA_NONE},
        {"family", {"text/*"}, ALL, MEDIA_TEXT},
        {"family in capitals", {"TEXT/*"}, ALL, MEDIA_TEXT},
        {"family of two", {"application/*"}, ALL, MEDIA_JSON},
        {"another family", {"image/*"}, ALL, MEDIA_NONE},
        {"no such wildcard", {"*/json"}, ALL, MEDIA_NONE},
        {"order of the offers, not of the field",
         {"text/plain, application/x-ndjson, application/json"},
         ALL,
         MEDIA_JSON},
        {"order of the offers at one quality", {"text/plain;q=0.5, application/x-ndjson;q=0.5"}, ALL, MEDIA_NDJSON},
        {"higher quality", {"application/json;q=0.5, text/plain;q=0.7"}, ALL, MEDIA_TEXT},
        {"higher by a thousandth", {"application/json;q=0.500, text/plain;q=0.501"}, ALL, MEDIA_TEXT},
        {"one digit is tenths", {"application/json;q=0.5, text/plain;q=0.05"}, ALL, MEDIA_JSON},
        {"no quality is 1", {"application/json;q=0.999, text/plain"}, ALL, MEDIA_TEXT},
        {"1.000 is 1", {"application/json;q=0.999, text/plain;q=1.000"}, ALL, MEDIA_TEXT},
        {"Q in capitals", {"application/json;Q=0.1, text/plain;Q=0.2"}, ALL, MEDIA_TEXT},
        {"spaces", {"  application/json ;\tq=0.1 ,\ttext/plain ; q=0.2 "}, ALL, MEDIA_TEXT},
        {"a quality above 1 is 1", {"application/json;q=0.999, text/plain;q=1.9"}, ALL, MEDIA_TEXT},
        {"a quality that is none is 1", {"application/json;q=0.9, text/plain;q=x"}, ALL, MEDIA_TEXT},
        {"a quality before all digits is 1", {"application/json;q=0.9, text/plain;q=-1"}, ALL, MEDIA_TEXT},
        {"no quality behind a space", {"application/json;q=0.9, text/plain;q= 0.1"}, ALL, MEDIA_TEXT},
        {"no quality behind the sign", {"application/json;q=0.9, text/plain;q="}, ALL, MEDIA_TEXT},
        {"a quality ends before what is no digit", {"application/json;q=0.1x9, text/plain;q=0.1 9"}, ALL, MEDIA_JSON},
        {"a quality ends before a slash", {"application/json;q=0.1/9, text/plain;q=0.11"}, ALL, MEDIA_TEXT},
        {"other parameters of two and more", {"application/json;a;qq=0;q=0.1, text/plain;a=1;q=0.2"}, ALL, MEDIA_TEXT},
        {"a family and one letter", {"text/x, application/x"}, ALL, MEDIA_NONE},
        {"q=0 alone", {"application/json;q=0"}, ALL, MEDIA_NONE},
        {"q=0 for all", {"*/*;q=0"}, ALL, MEDIA_NONE},
        {"q=0.000", {"application/json;q=0.000, */*;q=0.001"}, ALL, MEDIA_NDJSON},
        {"q=0 and the rest", {"application/json;q=0, */*"}, ALL, MEDIA_NDJSON},
        {"the rest and q=0", {"*/*, application/json;q=0"}, ALL, MEDIA_NDJSON},
        {"q=0 for a family", {"application/*;q=0, */*;q=0.1"}, ALL, MEDIA_TEXT},
        {"one of a family with q=0", {"application/*;q=0, application/x-ndjson;q=0.1"}, ALL, MEDIA_NDJSON},
        {"type beats family", {"application/*;q=0.9, application/json;q=0.1"}, ALL, MEDIA_NDJSON},
        {"family beats anything", {"*/*;q=0.9, application/*;q=0.1"}, ALL, MEDIA_TEXT},
        {"type beats anything", {"text/plain;q=0.1, */*;q=0.9"}, MEDIA_TEXT | MEDIA_JSON, MEDIA_JSON},
        {"anything less than a type", {"*/*;q=0.1, text/plain"}, ALL, MEDIA_TEXT},
        {"two fields", {"application/json;q=0.1", "text/plain;q=0.2"}, ALL, MEDIA_TEXT},
        {"three fields", {"image/png", "", "application/x-ndjson"}, ALL, MEDIA_NDJSON},
        {"a wildcard in the second field", {"application/json;q=0", "*/*"}, ALL, MEDIA_NDJSON},
        {"parameters", {"text/plain;charset=utf-8;q=0.9, application/json;q=0.1"}, ALL, MEDIA_TEXT},
        {"a comma in quotes",
         {"application/json;a=\"x,text/plain\";q=0.1, application/x-ndjson;q=0.2"},
         ALL,
         MEDIA_NDJSON},
        {"a comma in quotes only", {"image/png;a=\"x, text/plain\""}, ALL, MEDIA_NONE},
        {"a semicolon in quotes", {"application/json;a=\";q=0\", text/plain;q=0.5"}, ALL, MEDIA_JSON},
        {"a quote in quotes", {"image/png;a=\"\\\", text/plain\", application/x-ndjson"}, ALL, MEDIA_NDJSON},
        {"a backslash at the end", {"text/plain;a=\"\\"}, ALL, MEDIA_TEXT},
        {"quotes that do not end", {"image/png;a=\", text/plain"}, ALL, MEDIA_NONE},
        {"a browser's",
         {"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"},
         ALL,
         MEDIA_JSON},
    };
    static const enum media_type offers[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct accept accept = {0};
        for (size_t j = 0; j < COUNT_OF(cases[i].fields) && cases[i].fields[j] != NULL; j++)
            accept_add(&accept, cases[i].fields[j]);
        check_number(cases[i].name, "the chosen type", accept_choose(&accept, offers, COUNT_OF(offers), cases[i].mask),
                     cases[i].chosen);
    }
}

static void test_every_order_of_offers(void **state)
{
    (void)state;
    static const enum media_type offers[][3] = {{MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT},
                                                {MEDIA_TEXT, MEDIA_NDJSON, MEDIA_JSON},
                                                {MEDIA_NDJSON, MEDIA_YAML, MEDIA_JSON}};
    for (size_t i = 0; i < COUNT_OF(offers); i++) {
        struct accept accept = {0};
        check_number("nothing said", "the chosen type", accept_choose(&accept, offers[i], 3, ALL | MEDIA_YAML),
                     offers[i][0]);
        accept_add(&accept, "*/*;q=0.3");
        check_number("anything", "the chosen type", accept_choose(&accept, offers[i], 3, ALL | MEDIA_YAML),
                     offers[i][0]);
        check_number("no offer", "the chosen type", accept_choose(&accept, offers[i], 0, ALL), MEDIA_NONE);
    }
}

/* A picture is the last of the offers: it is sent to those that ask for it. */
static void test_pictures(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        enum media_type chosen;
    } cases[] = {
        {"image/svg+xml", MEDIA_SVG},
        {"IMAGE/SVG+XML", MEDIA_SVG},
        {"image/*", MEDIA_SVG},
        {"image/*;q=0.1", MEDIA_SVG},
        {"image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", MEDIA_SVG},
        {"image/svg+xml;q=0.5, application/json;q=0.4", MEDIA_SVG},
        {"application/*;q=0, text/*;q=0, */*", MEDIA_SVG},
        {"*/*", MEDIA_JSON},
        {"*/*, image/*;q=0.9", MEDIA_JSON},
        {"image/svg+xml, application/json", MEDIA_JSON},
        {"image/svg+xml;q=0.5, text/plain;q=0.6", MEDIA_TEXT},
        {"image/svg+xml;q=0", MEDIA_NONE},
        {"image/svg+xml;q=0, image/*", MEDIA_NONE},
        {"image/svg", MEDIA_NONE},
        {"image/svg+xml+gzip", MEDIA_NONE},
        {"image/png", MEDIA_NONE},
    };
    static const enum media_type offers[] = {MEDIA_JSON, MEDIA_NDJSON, MEDIA_TEXT, MEDIA_SVG};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct accept accept = {0};
        accept_add(&accept, cases[i].field);
        check_number(cases[i].field, "the chosen type",
                     accept_choose(&accept, offers, COUNT_OF(offers), ALL | MEDIA_SVG), cases[i].chosen);
    }
}

/* Whether gzip is wanted rather than the bytes as they are. */
static void test_encodings(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *fields[2];
        bool is_gzip;
    } cases[] = {
        {"no field", {NULL}, false},
        {"empty field", {""}, false},
        {"commas only", {" , ,"}, false},
        {"gzip", {"gzip"}, true},
        {"its old name", {"x-gzip"}, true},
        {"in capitals", {"GZip"}, true},
        {"a part of a name", {"gzi, gzipx, xgzip"}, false},
        {"another", {"br, deflate"}, false},
        {"a browser's", {"gzip, deflate, br, zstd"}, true},
        {"not the first", {"deflate,\tgzip"}, true},
        {"q=0", {"gzip;q=0"}, false},
        {"q=0.000", {"gzip;q=0.000"}, false},
        {"a thousandth", {"gzip;q=0.001"}, true},
        {"spaces and capitals", {" gzip ; Q=0 "}, false},
        {"anything", {"*"}, true},
        {"anything with q=0", {"*;q=0"}, false},
        {"anything but gzip", {"gzip;q=0, *"}, false},
        {"anything but gzip, the other way round", {"*, gzip;q=0"}, false},
        {"gzip and nothing else", {"*;q=0, gzip;q=0.5"}, true},
        {"identity", {"identity"}, false},
        {"identity as much", {"identity, gzip"}, true},
        {"identity more", {"identity, gzip;q=0.5"}, false},
        {"identity less", {"identity;q=0.4, gzip;q=0.5"}, true},
        {"not identity", {"identity;q=0, *"}, true},
        {"neither", {"identity;q=0, gzip;q=0"}, false},
        {"anything more than identity", {"*;q=0.7, identity;q=0.6"}, true},
        {"two fields", {"br", "gzip"}, true},
        {"two fields, the second against it", {"*", "gzip;q=0"}, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct accept_encoding accept = {0};
        for (size_t j = 0; j < COUNT_OF(cases[i].fields) && cases[i].fields[j] != NULL; j++)
            accept_encoding_add(&accept, cases[i].fields[j]);
        check_number(cases[i].name, "gzip is wanted", accept_encoding_is_gzip(&accept), cases[i].is_gzip);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_types_of_bodies),       cmocka_unit_test(test_names),    cmocka_unit_test(test_choices),
        cmocka_unit_test(test_every_order_of_offers), cmocka_unit_test(test_pictures), cmocka_unit_test(test_encodings),
    };
    return cmocka_run_group_tests_name("media type", tests, NULL, NULL);
}
