/*
 * Puts files into the read-only part of the program, as they are. The paths are looked up in the include path:
 * yut_tables.bin and what is compressed are made by the build, the rest lies in the project.
 */
    .section .rodata

    .balign 4096
    .globl yut_tables
    .type yut_tables, %object
yut_tables:
    .incbin "yut_tables.bin"
    .size yut_tables, . - yut_tables

/* The bytes of a file as embedded_NAME, and how many they are as embedded_NAME_size. */
    .macro embed name, file
    .globl embedded_\name
embedded_\name:
    .incbin "\file"
embedded_\name\()_end:
    .balign 8
    .globl embedded_\name\()_size
embedded_\name\()_size:
    .quad embedded_\name\()_end - embedded_\name
    .endm

/* A file of the page, and the same compressed as embedded_NAME_gzip. */
    .macro embed_page name, file
    embed \name, "src/web/\file"
    embed \name\()_gzip, "web/\file\().gz"
    .endm

    embed openapi, "openapi.yaml"
    embed stress, "clients/stress.sh"
    embed_page page, "index.html"
    embed_page page_style, "page.css"
    embed_page page_script, "page.js"
    embed_page page_words, "words.js"
    embed_page page_elements, "elements.js"
    embed_page page_server, "server.js"
    embed_page page_yut, "yut.js"
    embed_page page_yut_board, "yut-board.js"
    embed_page page_dice, "dice.js"
    embed_page page_omok, "omok.js"
    embed_page page_omok_board, "omok-board.js"
    embed_page page_check, "check.js"

    .section .note.GNU-stack, "", %progbits
