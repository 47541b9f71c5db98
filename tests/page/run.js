// All tests of the page, with one server and one browser. A single file of them runs with `node --test`, too.
import "./page.test.js";
import "./yut.test.js";
import "./omok.test.js";
import "./check.test.js";
import "./accessibility.test.js";
