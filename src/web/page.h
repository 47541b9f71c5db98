/* The handlers of the page for people: each gives one of the files that stand beside this one. */
#ifndef YUTOMOK_WEB_PAGE_H
#define YUTOMOK_WEB_PAGE_H

#include "http/request.h"

/* GET /: index.html. */
handler_function answer_page;

/* GET /page.css, and the modules that make the page work. */
handler_function answer_page_style;
handler_function answer_page_script;
handler_function answer_page_words;
handler_function answer_page_elements;
handler_function answer_page_server;
handler_function answer_page_yut;
handler_function answer_page_yut_board;
handler_function answer_page_dice;
handler_function answer_page_omok;
handler_function answer_page_omok_board;
handler_function answer_page_check;

#endif
