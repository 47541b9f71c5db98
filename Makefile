# make          build build/yutomok (installs nothing)
# make run      install what is missing, build, and serve on 127.0.0.1:8080
# make test     install what is missing, build, and run all tests
# make help     the other targets

CFLAGS ?= -O2 -g
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
override CPPFLAGS += -D_GNU_SOURCE -Isrc
override CFLAGS += -std=c17 $(WARNINGS) -pthread

LIBS := -lmicrohttpd -lcjson -lseccomp -lm

# Debian's packages. RUN_PACKAGES build and run, TEST_PACKAGES test, LINT_PACKAGES check the sources.
RUN_PACKAGES := gcc libc6-dev make libmicrohttpd-dev libcjson-dev libseccomp-dev
TEST_PACKAGES := libcmocka-dev bats curl jq yq netcat-openbsd libxml2-utils
PAGE_PACKAGES := curl chromium fonts-noto-cjk
# Both may be there without being Debian's.
NODE_PACKAGES := $(if $(shell command -v node),,nodejs)
NPM_PACKAGES := $(if $(shell command -v npm),,nodejs npm)
DEPLOY_PACKAGES := haproxy prometheus systemd man-db groff docker-compose bsdextrautils wrk bats curl jq yq
LINT_PACKAGES := clang-format clang-tidy clang cppcheck shellcheck

# Every source but the program that makes the tables at build time, and main, which the unit tests do without.
SOURCES := $(filter-out src/yut/make_tables.c src/main.c,$(wildcard src/*.c src/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/%.o) $(BUILD)/embedded.o
TABLE_MAKER := $(BUILD)/yut/make_tables
TABLE_MAKER_OBJECTS := $(BUILD)/yut/make_tables.o $(BUILD)/yut/board.o $(BUILD)/yut/rank.o $(BUILD)/yut/rules.o

# tests/unit/test_NAME.c is a program of its own; the other sources there are shared by all of them.
UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/unit/%,$(wildcard tests/unit/test_*.c))
UNIT_SHARED := $(filter-out tests/unit/test_%,$(wildcard tests/unit/*.c))
UNIT_SHARED_OBJECTS := $(UNIT_SHARED:%.c=$(BUILD)/%.o)
HTTP_TESTS ?= tests/http

C_FILES = $(shell find src tests -name '*.[ch]')
SHELL_FILES = $(shell find clients tests -name '*.sh' -o -name '*.bash' -o -name '*.bats') .ci/run

.PHONY: all
all: $(BUILD)/yutomok

.PHONY: help
help:
	@echo "make             build $(BUILD)/yutomok"
	@echo "make run         install what is missing, build, serve on 127.0.0.1:8080 (PORT=8081 make run)"
	@echo "make test        install what is missing, build, run all tests"
	@echo "make unit-test   the unit tests only; make http-test: those over HTTP only"
	@echo "make sanitize    all tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make coverage    all tests, and which branches of the sources they take"
	@echo "make thread-test concurrent clients under ThreadSanitizer"
	@echo "make fuzz        the fuzz targets, FUZZ_SECONDS=15 each; wants clang"
	@echo "make page-test   the page in a browser; wants chromium and npm"
	@echo "make bench       speed, against other servers"
	@echo "make soak        good and bad requests, all answers compared, memory looked at, SOAK_SECONDS=1200"
	@echo "make deploy-test what is in deploy/; make kubernetes-test: its manifests (wants npm)"
	@echo "make rolling-restart  restarts under load behind HAProxy, ROLLING_SECONDS=60"
	@echo "make lint        formatting, static analysis, shell scripts"
	@echo "make format      format the C sources"
	@echo "make install     into DESTDIR and PREFIX ($(PREFIX))"
	@echo "make clean       remove $(BUILD)"

.PHONY: run
run: run-packages
	@$(MAKE) --no-print-directory all
	$(BUILD)/yutomok

.PHONY: test
test: test-packages
	@$(MAKE) --no-print-directory unit-test http-test

.PHONY: unit-test
unit-test: $(UNIT_TESTS)
	@for test in $(UNIT_TESTS); do $$test || exit 1; done

.PHONY: http-test
http-test: all
	YUTOMOK=$(abspath $(BUILD)/yutomok) bats $(HTTP_TESTS)

# Installs what is missing of a list of packages: on Debian and its like, by itself; elsewhere it says what it misses.
define install_packages
	@missing=; for package in $(1); do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q '^install ok' || missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null; then \
		echo "Assuming that these are installed (names of Debian's packages):$$missing" >&2; exit 0; \
	fi; \
	if [ "$$(id -u)" = 0 ]; then as_root=; else as_root=sudo; fi; \
	echo "Installing:$$missing"; \
	$$as_root apt-get update -q && \
	$$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing
endef

.PHONY: run-packages test-packages lint-packages bench-packages soak-packages coverage-packages
run-packages:
	$(call install_packages,$(RUN_PACKAGES))
test-packages:
	$(call install_packages,$(RUN_PACKAGES) $(TEST_PACKAGES))
coverage-packages:
	$(call install_packages,$(RUN_PACKAGES) $(TEST_PACKAGES) gcovr)
bench-packages:
	$(call install_packages,$(RUN_PACKAGES) curl wrk nginx-light $(NODE_PACKAGES))
soak-packages:
	$(call install_packages,$(RUN_PACKAGES) $(NODE_PACKAGES))
lint-packages:
	$(call install_packages,$(RUN_PACKAGES) $(TEST_PACKAGES) $(LINT_PACKAGES))

$(BUILD)/yutomok: $(BUILD)/main.o $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(LDLIBS)

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/unit/test_%: $(BUILD)/tests/unit/test_%.o $(UNIT_SHARED_OBJECTS) $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) $(TEST_LDFLAGS) -o $@ $^ -lcmocka $(LIBS) $(LDLIBS)

# This test stands between the program and what can run out of memory. Not LDFLAGS, which would reach the table maker.
$(BUILD)/tests/unit/test_out_of_memory: TEST_LDFLAGS := \
	-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free,--wrap=pthread_key_create,--wrap=pthread_setspecific

$(BUILD)/tests/bench/%: $(BUILD)/tests/bench/%.o $(OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) $(LDLIBS)

$(TABLE_MAKER): $(TABLE_MAKER_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

$(BUILD)/yut_tables.bin: $(TABLE_MAKER)
	$(TABLE_MAKER) $@.new
	mv $@.new $@

# The files of the page, and what a client that takes gzip gets of them.
PAGE_FILES := $(wildcard src/web/*.html src/web/*.css src/web/*.js)
PAGE_GZIPS := $(PAGE_FILES:src/%=$(BUILD)/%.gz)

$(BUILD)/web/%.gz: src/web/%
	@mkdir -p $(@D)
	gzip -9nc $< >$@.new
	mv $@.new $@

$(BUILD)/embedded.o: src/embedded.S $(BUILD)/yut_tables.bin $(PAGE_FILES) $(PAGE_GZIPS) openapi.yaml clients/stress.sh
	$(CC) -Wa,-I$(BUILD),-I. -c -o $@ $<

SANITIZED_BUILD := $(BUILD)/sanitize
# Sanitizers make system calls that the sandbox forbids. The script for learners is none of their business.
.PHONY: sanitize
sanitize:
	@YUTOMOK_NO_SANDBOX=true $(MAKE) --no-print-directory BUILD=$(SANITIZED_BUILD) \
		HTTP_TESTS='$(filter-out tests/http/stress.bats,$(wildcard tests/http/*.bats))' \
		CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all' \
		unit-test http-test

# Which branches the tests take, by directory; the table maker runs at build time only. A sandboxed process could not
# write its counts, and threads count together.
COVERAGE_BUILD := $(BUILD)/coverage
GCOVR := gcovr --root . --object-directory $(COVERAGE_BUILD) --exclude src/yut/make_tables.c --branches
.PHONY: coverage
coverage: coverage-packages
	@mkdir -p $(COVERAGE_BUILD) && find $(COVERAGE_BUILD) -name '*.gcda' -delete
	@YUTOMOK_NO_SANDBOX=true $(MAKE) --no-print-directory BUILD=$(COVERAGE_BUILD) \
		CFLAGS='-O0 -g --coverage -fprofile-update=atomic' unit-test http-test
	@$(GCOVR) --filter src/
	@for directory in $(sort $(dir $(wildcard src/*/*.c))) src; do \
		printf '%s ' $$directory && \
		$(GCOVR) --filter $$directory --print-summary --output $(COVERAGE_BUILD)/report.txt | grep '^branches'; \
	done

.PHONY: thread-test
thread-test:
	@YUTOMOK_NO_SANDBOX=true $(MAKE) --no-print-directory BUILD=$(BUILD)/thread CFLAGS='-O1 -g -fsanitize=thread' \
		HTTP_TESTS=tests/http/concurrency.bats http-test

# Each fuzz target runs for FUZZ_SECONDS on what tests/fuzz/corpus/NAME holds, with sanitizers; wants clang.
FUZZ_SECONDS ?= 15
FUZZ_BUILD := $(BUILD)/fuzz
FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_FLAGS := -O1 -g -std=c17 -fsanitize=address,undefined,fuzzer -fno-sanitize-recover=all
.PHONY: fuzz
fuzz: $(BUILD)/yut_tables.bin $(PAGE_GZIPS)
	@mkdir -p $(FUZZ_BUILD)
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p $(FUZZ_BUILD)/corpus/$$target && \
		clang $(CPPFLAGS) -Itests/fuzz $(FUZZ_FLAGS) -Wa,-I$(BUILD),-I. -o $(FUZZ_BUILD)/$$target \
			tests/fuzz/fuzz_$$target.c tests/fuzz/ask.c tests/fuzz/twins.c src/embedded.S \
			$(filter-out src/http/server.c src/sandbox.c,$(SOURCES)) -lcjson && \
		echo "== $$target" && \
		$(FUZZ_BUILD)/$$target -max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=2048 \
			-artifact_prefix=$(FUZZ_BUILD)/ -print_final_stats=1 -verbosity=0 \
			$(FUZZ_BUILD)/corpus/$$target tests/fuzz/corpus/$$target || exit 1; \
	done

# The page in a browser: what it does, whether it is accessible, and what it weighs.
PAGE_CHECK := $(BUILD)/page
.PHONY: page-test page-packages
page-packages:
	$(call install_packages,$(RUN_PACKAGES) $(PAGE_PACKAGES) $(NPM_PACKAGES))
page-test: page-packages
	@$(MAKE) --no-print-directory all
	install -D -t $(PAGE_CHECK) -m 644 $(wildcard tests/page/*.json tests/page/*.js)
	npm ci --silent --no-audit --no-fund --prefix $(PAGE_CHECK)
	YUTOMOK=$(abspath $(BUILD)/yutomok) node $(PAGE_CHECK)/run.js

# Speed, side by side with other servers in one run; it never fails a build.
.PHONY: bench
bench: bench-packages
	@$(MAKE) --no-print-directory all $(BUILD)/tests/bench/bare_server $(BUILD)/tests/bench/solvers
	tests/bench/run.sh $(BUILD)

# A long load of good and bad requests. Fails on a wrong answer, or when memory or descriptors grow.
SOAK_SECONDS ?= 1200
.PHONY: soak
soak: soak-packages
	@$(MAKE) --no-print-directory all
	node tests/soak/mixed_load.js $(BUILD)/yutomok $(SOAK_SECONDS)

.PHONY: format
format:
	clang-format -i $(C_FILES)

.PHONY: lint
lint:
	clang-format --dry-run -Werror $(C_FILES)
	cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability \
		--inline-suppr --suppress=missingIncludeSystem -Isrc src
	clang-tidy --quiet --warnings-as-errors='*' $(SOURCES) src/main.c src/yut/make_tables.c -- $(CPPFLAGS) -std=c17
	shellcheck $(SHELL_FILES)

# What is in deploy/: against the tools that read it, against Kubernetes' types, and at work.
ROLLING_SECONDS ?= 60
KUBERNETES_CHECK := $(BUILD)/kubernetes
.PHONY: deploy-packages deploy-test kubernetes-test rolling-restart
deploy-packages:
	$(call install_packages,$(RUN_PACKAGES) $(DEPLOY_PACKAGES))
deploy-test: all
	YUTOMOK=$(abspath $(BUILD)/yutomok) DEPLOY_STRICT=1 bats tests/deploy
kubernetes-test:
	install -D -t $(KUBERNETES_CHECK) -m 644 $(addprefix tests/deploy/kubernetes/,package.json package-lock.json check.js)
	npm ci --silent --no-audit --no-fund --prefix $(KUBERNETES_CHECK)
	node $(KUBERNETES_CHECK)/check.js deploy/kubernetes.yaml
rolling-restart: all
	YUTOMOK=$(abspath $(BUILD)/yutomok) tests/deploy/rolling_restart.sh $(ROLLING_SECONDS)

# What the image holds.
.PHONY: install-program
install-program: all
	install -D -m 755 $(BUILD)/yutomok $(DESTDIR)$(PREFIX)/bin/yutomok

.PHONY: install
install: install-program
	install -D -m 644 openapi.yaml $(DESTDIR)$(PREFIX)/share/yutomok/openapi.yaml
	install -D -m 755 clients/stress.sh $(DESTDIR)$(PREFIX)/share/yutomok/stress.sh
	install -D -m 644 deploy/yutomok.1 $(DESTDIR)$(PREFIX)/share/man/man1/yutomok.1
	sed 's,^ExecStart=/usr/bin/,ExecStart=$(PREFIX)/bin/,' deploy/yutomok.service >$(BUILD)/yutomok.service
	install -D -m 644 $(BUILD)/yutomok.service $(DESTDIR)$(PREFIX)/lib/systemd/system/yutomok.service

.PHONY: clean
clean:
	rm -rf $(BUILD)

# Objects are kept, whoever made them.
.SECONDARY:

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
