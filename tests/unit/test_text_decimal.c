/* Unsigned numbers in decimal digits. */
#include "support.h"

#include "text/decimal.h"

static void test_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t number;
    } cases[] = {
        {"0", 0},
        {"7", 7},
        {"007", 7},
        {"1234567890", 1234567890},
        {"4294967296", UINT64_C(4294967296)},
        {"18446744073709551609", UINT64_MAX - 6},
        {"18446744073709551610", UINT64_MAX - 5},
        {"18446744073709551615", UINT64_MAX},
        {"000000000000000000000018446744073709551615", UINT64_MAX},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t number = 42;
        check(cases[i].text, text_read_decimal(cases[i].text, &number));
        check(cases[i].text, number == cases[i].number);
    }
}

static void test_what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        " ",
        " 1",
        "1 ",
        "+1",
        "-1",
        "-0",
        "1.0",
        "1e3",
        "0x10",
        "one",
        "1a",
        "1/",
        "1:",
        "\xd9\xa1",
        "1,000",
        "18446744073709551616",
        "18446744073709551620",
        "28446744073709551615",
        "184467440737095516150",
        "99999999999999999999999999999999999999999999",
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        uint64_t number = 42;
        check(texts[i], !text_read_decimal(texts[i], &number));
        check(texts[i], number == 42);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_what_is_no_number),
    };
    return cmocka_run_group_tests_name("decimal", tests, NULL, NULL);
}
