/*
 * Puts files into the read-only part of the program, as they are. The paths are looked up in the include path:
 * yut_tables.bin is made by the build, openapi.yaml lies at the top of the project.
 */
    .section .rodata

    .balign 4096
    .globl yut_tables
    .type yut_tables, %object
yut_tables:
    .incbin "yut_tables.bin"
    .size yut_tables, . - yut_tables

    .globl embedded_openapi
embedded_openapi:
    .incbin "openapi.yaml"
embedded_openapi_end:

    .balign 8
    .globl embedded_openapi_size
embedded_openapi_size:
    .quad embedded_openapi_end - embedded_openapi

    .section .note.GNU-stack, "", %progbits
