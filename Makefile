# The tool is built with the Swift toolchain alone; `make setup` installs the C libraries.
SWIFT ?= swift
PREFIX ?= /usr/local
CONFIGURATION ?= release
# Swift's library is linked statically, which saves milliseconds at each start. macOS has it shared.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)
# A program at a fixed address needs no relocation and starts in three quarters of the time. PCRE2,
# SQLite and zlib, which parse hostile bytes, are shared libraries and keep their random addresses.
FIXED := $(if $(filter Linux,$(shell uname -s)),-Xswiftc -Xclang-linker -Xswiftc -no-pie)
# The C++ library that Swift needs is linked in as well, where the compiler has it as an archive: loading
# it takes a sixth of the start-up.
CXX_ARCHIVE := $(if $(FIXED),$(filter /%,$(shell $(CC) -print-file-name=libstdc++.a)))
CXX_FOLDER := $(CURDIR)/.build/static-cxx
CXX_LINK := $(if $(CXX_ARCHIVE),$(CXX_FOLDER)/libstdc++.a)
CXX_STATIC := $(if $(CXX_ARCHIVE),-Xswiftc -L$(CXX_FOLDER))
CHECKS := --explicit-target-dependency-import-check error
# Without this the loader looks for each C library in some twenty folders beside the program first.
PATHLESS := $(if $(STATIC),--disable-local-rpath)
# The checks of C libraries print the name of a source file. It is that in the checkout, wherever that is.
NAMELESS := -Xcc -fmacro-prefix-map=$(CURDIR)/=
BUILD := $(SWIFT) build -c $(CONFIGURATION) $(STATIC) $(FIXED) $(CXX_STATIC) $(PATHLESS) $(NAMELESS) $(CHECKS)
BINARY = $(shell $(BUILD) --show-bin-path)/streakline
FIRST_RUN := .build-first-run
# What opens network connections is a package of its own (Server/), so that the tool builds without it. It is one program,
# streaklined, which is a remote where it is started by the name of one. It runs where there is no toolchain, too, and
# keeps its random addresses.
REMOTES := streakline-remote-http streakline-remote-cloudkit
SERVER_BUILD := $(SWIFT) build --package-path Server -c release $(STATIC) $(CXX_STATIC) $(PATHLESS) $(NAMELESS) $(CHECKS)
SERVER_CONFIGURATION ?= release
export SWIFT_BACKTRACE = enable=no

.PHONY: flips questions run serve pictures setup-browser bench-views setup build server interop test test-long test-program build-test-server build-simulate test-server test-page test-installed ways simulate simulate-server planted-bugs merge-laws power-loss power-loss-planted power-loss-server feed-model bench-sync decisions worlds backups previous lint format docs bench bench-scan bench-server scan-sanitize fuzz install dist dist-test hosting-test release-notes clean

# Sets up, builds, and shows what a pasted chat becomes, whose last results are today's. Keeps its store in $(FIRST_RUN).
run: build
	@rm -rf $(FIRST_RUN) && mkdir -p $(FIRST_RUN)
	@Scripts/first-run > $(FIRST_RUN)/chat.txt
	@echo "\n\$$ streakline $(FIRST_RUN)/chat.txt"
	@$(BINARY) ingest $(FIRST_RUN)/chat.txt --store $(FIRST_RUN)/streakline.db
	@echo "\n\$$ streakline streaks"
	@$(BINARY) streaks --store $(FIRST_RUN)/streakline.db
	@echo "\n\$$ streakline sync"
	@$(BINARY) sync --store $(FIRST_RUN)/streakline.db

# Opens the page on what the first run has stored. Ends with Ctrl-C.
ADDRESS ?= 127.0.0.1:8787
serve: run
	$(SERVER_BUILD) --product streaklined
	@echo "\nThe page: http://$(ADDRESS)/\n"
	@Scripts/open "http://$(ADDRESS)/" & Server/.build/release/streaklined serve --page \
		--store $(FIRST_RUN)/streakline.db --data $(FIRST_RUN)/server --listen $(ADDRESS)

# The browser with which the page is looked at.
setup-browser:
	@Scripts/setup-browser

# The pictures of the documentation, from results that are always the same.
pictures: build setup-browser
	$(SERVER_BUILD) --product streaklined
	Scripts/pictures $(BINARY) Server/.build/release/streaklined

setup:
	@SWIFT="$(SWIFT)" Scripts/setup

build: setup $(CXX_LINK)
	$(BUILD) --product streakline

$(CXX_LINK):
	@mkdir -p $(CXX_FOLDER) && ln -sf $(CXX_ARCHIVE) $@

# What opens network connections: the remotes, and the server for apps that speak CloudKit Web Services
# (Documentation/server.md). The first build takes minutes.
server: setup $(CXX_LINK)
	$(SERVER_BUILD) --product streaklined
	for remote in $(REMOTES); do ln -sf streaklined Server/.build/release/$$remote || exit 1; done

test: setup
	$(SWIFT) test $(CHECKS)

# The remotes on a network, alone and started by the tool, against servers on this machine that misbehave.
# Those that wait for deadlines run before those that keep all cores busy.
TIMED_SUITES = RemoteHTTPTests|LimitTests|HostileTests
SERVER_TEST = STREAKLINE="$(abspath $(BINARY))" $(SWIFT) test --package-path Server $(CHECKS)
test-server: build build-test-server
	$(SERVER_TEST) --filter '$(TIMED_SUITES)'
	$(SERVER_TEST) --filter CloudKitFaultTests
	$(SERVER_TEST) --skip '$(TIMED_SUITES)|CloudKitFaultTests|BrowserTests'

build-test-server: setup
	$(SWIFT) build --package-path Server --build-tests $(CHECKS)

# The page in a browser, with a checker of accessibility.
test-page: build setup-browser
	$(SERVER_TEST) --filter BrowserTests

# The installed programs, copied to an empty folder and used where neither the checkout nor the toolchain is.
# SERVER_CONFIGURATION=debug takes the server's programs with which the tests run; they need the toolchain's libraries.
INSTALLED := $(CURDIR)/.build/installed
test-installed: $(if $(filter debug,$(SERVER_CONFIGURATION)),build-test-server,server)
	rm -rf $(INSTALLED)
	$(MAKE) install DESTDIR=$(INSTALLED) PREFIX=
	SWIFT="$(SWIFT)" Tests/Installed/run $(INSTALLED) $(if $(filter debug,$(SERVER_CONFIGURATION)),--debug-server)

# Clients that others wrote, and EXAMPLES random sequences of requests, against a running streaklined. Needs
# Python 3 with venv; installs pyicloud and Hypothesis into Server/.build.
EXAMPLES ?= 40
interop: setup
	@Scripts/setup-interop
	$(SWIFT) build --package-path Server --product streaklined $(CHECKS)
	EXAMPLES=$(EXAMPLES) Server/Interop/run

# Asks the same question in the terminal, on the page and of /v1 over QUESTIONS random histories.
QUESTIONS ?= 200
questions: build
	$(SWIFT) build --package-path Server --product streaklined $(CHECKS)
	Tests/Questions/run $(BINARY) --histories $(QUESTIONS) --server Server/.build/debug

# The sweeps that take minutes: every suite with a test marked `.long` or that asks `LongRun`, then the real
# program. LONG=20 runs one in twenty of the random rounds.
LONG_SUITES = $(shell grep -lrE '\.long\b|LongRun\.' --include='*Tests.swift' Tests | xargs basename -s .swift | paste -sd '|')
LONG ?= 1
test-long: setup
	STREAKLINE_LONG=$(LONG) $(SWIFT) test $(CHECKS) --filter '\.($(LONG_SUITES))/'
	$(MAKE) test-program

# Decisions that must hold on other devices, with the real program: in steps and in 30 random worlds. `make worlds`
# has 300, also over a network. In CI there are ten, without kills, so that they take the same course on each machine.
PROGRAM_WORLDS ?= 30
WORLD_OPTIONS ?=
test-program: build
	Tests/Worlds/steps/run $(BINARY)
	Tests/Worlds/run $(BINARY) --worlds $(PROGRAM_WORLDS) --seed 1 --commands 200 --remotes folder,program $(WORLD_OPTIONS)

# FLIPS changed bits, one at a time, in a store that all commands read, and in logs that devices read.
FLIPS ?= 1000
flips: build
	FLIPS=$(FLIPS) STREAKLINE_PROGRAM="$(abspath $(BINARY))" $(SWIFT) test $(CHECKS) --filter '\.FlipTests/'

# All really printed shares in the ways in which people and programs paste them. Prints a figure for each way;
# what was not read as printed is listed in .build/ways.txt. Fails if anything was read wrongly.
ways: setup
	STREAKLINE_LONG=1 $(SWIFT) test $(CHECKS) --filter '\.WaysTests/'

# What must hold of decisions on two devices that share a folder, with the real program: erasing, deleting,
# correcting, forgetting, renaming. STEP=3 chooses one.
STEP ?=
decisions: build
	Tests/Worlds/steps/run $(BINARY) $(STEP)

# Random worlds of devices with the real program, in which what one has decided must hold on all. The programs
# of `make server` take part where they are built; FAILED has scripts that repeat what went wrong.
# `make worlds WORLDS=1 WORLD=7 OPTIONS=--shrink` finds the fewest steps of one; `OPTIONS="--previous $(PREVIOUS)"`
# lets every other device run the program of `make previous`.
WORLDS ?= 300
WORLD ?= 1
COMMANDS ?= 200
OPTIONS ?=
worlds: build
	Tests/Worlds/run $(BINARY) --worlds $(WORLDS) --seed $(WORLD) --commands $(COMMANDS) $(OPTIONS)

# Backups that are taken while imports and syncs run, restored, and synced over a folder, with the real program.
# `make backups BACKUPS=20 SEED=7` is quicker.
BACKUPS ?= 200
backups: build
	Tests/Backups/run $(BINARY) --rounds $(BACKUPS) --seed $(SEED)

# The program of an earlier version, built once from its commit.
PREVIOUS_COMMIT := 7c93e124afe7c5dac9d7d8141a0b79480ead4757
PREVIOUS := .build-previous/$(PREVIOUS_COMMIT)/.build/release/streakline
previous: $(PREVIOUS)
$(PREVIOUS):
	@mkdir -p .build-previous/$(PREVIOUS_COMMIT)
	git archive $(PREVIOUS_COMMIT) | tar -x -C .build-previous/$(PREVIOUS_COMMIT)
	$(MAKE) -C .build-previous/$(PREVIOUS_COMMIT) build

build-simulate: setup
	$(BUILD) --product Simulate

# Histories of several devices, made from seeds, on the real engine and store with a simulated clock and
# remote. `make simulate SEEDS=1 SEED=7` tells what happens in seed 7. In every third people decide about people and
# contents (erase, forget, merge, rename, import again elsewhere); HISTORIES=people or HISTORIES=results has only these.
# HISTORIES=names: merges, new names and forgetting, each taken back (they do not all hold yet).
# BACKUPS=1: some histories restore backups among all other steps.
# MINUTES=10 begins no seed after that time.
HISTORIES ?=
MINUTES ?=
SEEDS ?= 1000
SEED ?= 1
simulate: build-simulate
	HISTORIES=$(HISTORIES) MINUTES=$(MINUTES) $(dir $(BINARY))Simulate $(SEEDS) $(SEED)

# The histories of results on the real server and remote program, without a network between them; then GROUP_SEEDS
# histories of accounts that play in groups of each other.
GROUP_SEEDS ?= 200
simulate-server: build-simulate
	$(SWIFT) build --package-path Server --product SimulatedCloudKit $(CHECKS)
	HISTORIES=$(or $(HISTORIES),results) SIMULATED_CLOUDKIT="$(CURDIR)/Server/.build/debug/SimulatedCloudKit" $(dir $(BINARY))Simulate $(SEEDS) $(SEED)
	HISTORIES=groups SIMULATED_CLOUDKIT="$(CURDIR)/Server/.build/debug/SimulatedCloudKit" $(dir $(BINARY))Simulate $(GROUP_SEEDS) $(SEED)

# Known bugs, planted one at a time in a copy of the project; the simulation has to find each, and the feed
# sequences those of the feed (BUGS=F).
BUGS ?=
planted-bugs: setup
	Scripts/planted-bugs 1000 $(BUGS)

# The laws of merging on random triples of versions, for each policy.
TRIPLES ?= 1000000
merge-laws: build-simulate
	$(dir $(BINARY))Simulate laws $(TRIPLES)

# Random sequences of changes, answers, pulls and crashes on one store, each operation against a model in
# memory that says what must wait for the remote, in a process for each core. `make feed-model SEQUENCES=1
# SEED=7` tells one.
SEQUENCES ?= 2000
feed-model: build-simulate
	$(dir $(BINARY))Simulate feed $(SEQUENCES) $(SEED)

# What a disk may hold after the power has failed, made from records of the real program; each state is
# checked. `make power-loss-planted` shows that planted mistakes are found. Linux, Python 3 and a C compiler.
STATES ?= 500
power-loss: build
	Tests/PowerLoss/run $(BINARY) --states $(STATES) $(POWER_LOSS)
power-loss-planted: build
	Tests/PowerLoss/run $(BINARY) --states $(STATES) --planted $(POWER_LOSS)
# The same of the server: while clients write, delete and read.
power-loss-server: setup $(CXX_LINK)
	$(SERVER_BUILD) --product streaklined
	Tests/PowerLoss/server Server/.build/release/streaklined --states $(STATES) $(POWER_LOSS)

# The package that opens network connections, whose style is the same.
SERVER_SOURCES = Server/Package.swift Server/Sources Server/Tests
lint: setup
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources Fuzz/Targets $(SERVER_SOURCES)
	for patch in Tests/PlantedBugs/*.patch; do git apply --check "$$patch" || exit 1; done
	Scripts/check-workflows

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources Fuzz/Targets $(SERVER_SOURCES)

# The page of games, made from the rule files, and the documentation of the library.
docs: build
	$(BINARY) rules list --markdown > Documentation/games.md
	SWIFT="$(SWIFT)" Scripts/docs

# BENCH="--megabytes 20 --runs 3" is quick; --only cold,dense,chat,group,peers chooses sections.
bench: build
	Benchmarks/run $(BINARY) $(BENCH)

# Two devices with many results in step over a folder; SYNC="--results 0 --quiet 10000000" is one device.
bench-sync: build
	Benchmarks/sync $(BINARY) $(SYNC)

# What people look at, each command and each page, in a store with ten million results, which takes two minutes
# to fill and 5 GB; VIEWS="--results 100000" is quicker.
bench-views: build
	$(SERVER_BUILD) --product streaklined
	Benchmarks/views $(BINARY) --server Server/.build/release/streaklined $(VIEWS)

# How many requests the server answers, and how fast its feed is read; SERVER="--records 100000" is quicker.
bench-server: setup $(CXX_LINK)
	$(SERVER_BUILD) --product streaklined
	Benchmarks/server Server/.build/release/streaklined $(SERVER)

# The scan core alone against a floor in C; needs gcc and ../shared/corpus.
bench-scan: setup
	Benchmarks/scan

# Every path of the scan against a naive search, under sanitizers; SEED and ROUNDS choose the texts.
SEED ?= 1
ROUNDS ?= 400
scan-sanitize:
	@mkdir -p .build
	$(CC) -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -ISources/CLiteralScan/include \
		Scripts/scan-check.c Sources/CLiteralScan/*.c -o .build/scan-check
	.build/scan-check $(SEED) $(ROUNDS)

# Reads what a fuzzer makes of the fixtures, $(SECONDS) for each target; Fuzz/README.md says more.
SECONDS ?= 60
fuzz: setup
	$(SWIFT) build --package-path Fuzz -c release --scratch-path .build-fuzz --sanitize=address \
		-Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	Fuzz/run $(SECONDS) $(TARGETS)

install: build
	Packaging/install $(BINARY) $(DESTDIR)$(PREFIX)
	@[ ! -f Server/.build/$(SERVER_CONFIGURATION)/streaklined ] || \
		Packaging/install-server Server/.build/$(SERVER_CONFIGURATION)/streaklined $(DESTDIR)$(PREFIX)

# The packages for Linux on x86-64, in dist/: the objects of `make build` and `make server` are linked once more, to programs
# that need no library of the system. WITHOUT_SERVER=1 makes those of the tool alone, in a minute or two. PIE=yes gives the
# tool random addresses (Documentation/decisions.md).
WITHOUT_SERVER ?=
export WITHOUT_SERVER
dist: build $(if $(WITHOUT_SERVER),,server)
	@Scripts/setup-dist
	SWIFT="$(SWIFT)" Packaging/build

# Installs each package where there is neither Swift nor this checkout, uses it, upgrades to it and removes it, as root.
# DEBIAN chooses releases of Debian; CONTRIBUTING.md says what PREVIOUS_PACKAGES and DIST_MAY_SKIP are.
DEBIAN ?= bullseye bookworm trixie
dist-test: dist
	SWIFT="$(SWIFT)" Packaging/test $(DEBIAN)

# Runs every command of Documentation/hosting.md, on a bare machine with systemd that is made for it, and uses the page behind
# nginx and Caddy there. As root, with mmdebstrap and systemd-nspawn; HOSTING_MAY_SKIP=1 goes on without them.
hosting-test:
	Tests/Hosting/run

# What CHANGELOG.md says of the version of TAG, which has to be the program's: .build-dist/release-notes.md.
release-notes:
	@mkdir -p .build-dist
	Scripts/release-notes "$(TAG)" > .build-dist/release-notes.md

clean:
	rm -rf .build .build-dist .build-fuzz .build-previous Server/.build dist $(FIRST_RUN)
