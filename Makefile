# The list of all tasks; `make` alone prints it.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
# The user's current folder: FILE is relative to it, also with make -C.
export TVPLAY_HERE := $(or $(value PWD),$(CURDIR))
MAKEFLAGS += --no-print-directory

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

# The same flags in every target and on every terminal, so that nothing is built twice.
CHECKED := --no-color-diagnostics --explicit-target-dependency-import-check error
# Neither an index nor debug information, which slow down compilers (docs/decisions/build-whole-modules-and-ordered-functions.md). For a debugger: make build DEBUG_INFO=dwarf
DEBUG_INFO ?= none
DEBUG := $(CHECKED) --disable-index-store -debug-info-format $(DEBUG_INFO) -Xswiftc -use-ld=lld
# The package uses only one of Swift's two libraries for tests.
TESTS := test --skip-build --disable-xctest --enable-swift-testing
PROGRAM := tvplayPackageTests.xctest
# Each function has its own section, so that the linker drops unused ones and places those that playback calls side by
# side; addresses are relocated from a packed table (docs/decisions/build-whole-modules-and-ordered-functions.md).
ORDER := Scripts/package/function-order
LINKED := -Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker -z -Xlinker pack-relative-relocs \
    -Xlinker -z -Xlinker now \
    -Xlinker --symbol-ordering-file=$(ORDER) -Xlinker --no-warn-symbol-ordering
RELEASE := -c release --static-swift-stdlib $(CHECKED) $(LINKED)
TSAN := --sanitize=thread --scratch-path .build/tsan $(CHECKED)

# Lint builds with warnings as errors. If ordinary builds do not, lint uses its own folder, so that their results stay valid.
STRICT := $(if $(TVPLAY_WARNINGS),.build,.build/strict)

SHARE := .build/share
CATALOGUES := $(patsubst po/%.po,$(SHARE)/locale/%/LC_MESSAGES/tvplay.mo,$(wildcard po/*.po))

# A file name may contain any character. It is passed in the environment, as make must not expand dollar signs in it.
export TVPLAY_FILE := $(value FILE)
unexport FILE

.PHONY: help run live live-cluster-test hosts-test clients-test test check soak soak-live soak-live-class build release bench bench-live bench-sessions bench-streams avsync lint format tsan man install deb apt-repository package-test portability-test uninstall deps deps-live po completions stage swift clean

help: ## Show this list
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1\t\2/p' Makefile | expand -t 14

run: deps stage release ## Play the demonstration, or a file: make run FILE=film.mkv
	@if [ -n "$$TVPLAY_FILE" ]; then \
	    player="$$PWD/.build/release/tvplay"; cd "$$TVPLAY_HERE"; exec "$$player" $(ARGS) -- "$$TVPLAY_FILE"; \
	else \
	    exec .build/release/tvplay $(ARGS) demo; \
	fi

live: deps-live stage ## Attend a live class with a scripted teacher and eleven scripted students
	$(SWIFT) build $(DEBUG)
	@exec Scripts/live $(ARGS)

live-cluster-test: deps stage ## Hold live classes on a cluster of ejabberd, and kill its parts
	@Scripts/install-deps cluster
	$(SWIFT) build $(DEBUG)
	Tests/Trials/live-cluster

hosts-test: deps stage ## Hold live classes on hosts in network namespaces, with NAT and a firewall; needs root and nft
	@Scripts/install-deps test
	$(SWIFT) build $(DEBUG)
	Tests/Trials/hosts -- .build/debug/tvplay

clients-test: deps stage ## Drive the player by clients of mpv, streamlink and yt-dlp from PyPI; needs python3-venv
	@Scripts/install-deps test
	$(SWIFT) build $(DEBUG)
	Tests/Trials/clients

build: deps stage ## Build for debugging
	$(SWIFT) build $(DEBUG)

test: deps stage ## Build and run all tests
	@Scripts/install-deps test
	$(SWIFT) build --build-tests $(DEBUG)
	Scripts/run-tests .build/debug/$(PROGRAM) $(ARGS)

check: deps stage ## Build and run what needs neither servers nor a terminal, as far as something has changed
	TVPLAY_TESTS=quick $(SWIFT) build --build-tests $(DEBUG)
	Scripts/run-tests .build/debug/$(PROGRAM) --changed $(ARGS)

soak: deps stage ## Kill the daemon of downloads again and again: make soak ROUNDS=200
	@Scripts/install-deps test
	$(SWIFT) build --build-tests $(DEBUG)
	TVPLAY_SOAK_ROUNDS=$(or $(ROUNDS),200) $(SWIFT) $(TESTS) $(DEBUG) --filter DownloadSoakTests

soak-live: deps stage ## Kill the class server again and again: make soak-live KILLS=100 SEED=1
	@Scripts/install-deps test
	$(SWIFT) build --build-tests $(DEBUG)
	TVPLAY_KEEPER_KILLS=$(or $(KILLS),100) TVPLAY_KEEPER_SEED=$(or $(SEED),1) \
	    $(SWIFT) $(TESTS) $(DEBUG) --filter KeeperKillTests

soak-live-class: deps stage ## Play a restless class with cuts and kills: make soak-live-class MINUTES=2 SEED=1
	@Scripts/install-deps test
	$(SWIFT) build --build-tests $(DEBUG)
	TVPLAY_CLASS_SECONDS=$$(( $(or $(MINUTES),2) * 60 )) TVPLAY_CLASS_SEED=$(or $(SEED),1) \
	    $(SWIFT) $(TESTS) $(DEBUG) --filter RestlessClassTests

tsan: deps stage ## Run the tests under the thread sanitizer
	@Scripts/install-deps test
	TVPLAY_SANITIZER=thread $(SWIFT) build --build-tests $(TSAN)
	TVPLAY_SANITIZER=thread SWIFT_BACKTRACE=enable=no Scripts/run-tests .build/tsan/debug/$(PROGRAM) $(ARGS)

bench: deps stage release ## Run the benchmarks, in release; only some: make bench ARGS="--case encode"
	.build/release/tvplay-bench $(ARGS)
	@[ -n "$(ARGS)" ] || Scripts/measure/peers --json .build/peers.json
	@[ -n "$(ARGS)" ] || Scripts/measure/network-peers --json .build/network-peers.json
	@[ -n "$(ARGS)" ] || Scripts/measure/download-peers --json .build/download-peers.json
	@[ -n "$(ARGS)" ] || $(MAKE) avsync

bench-live: deps-live stage release ## Measure live classes, in release: words, entering, cuts, 500 people, 50 viewers
	.build/release/tvplay-bench --case live $(ARGS)

bench-sessions: deps stage release ## Measure many viewers over sshd: make bench-sessions ARGS="--sessions 20"
	Scripts/measure/sessions $(ARGS)

bench-streams: deps stage release ## Measure live streams over bad lines, beside mpv: make bench-streams ARGS="--trial hls --quick"
	@Scripts/install-deps test
	Scripts/measure/streams $(ARGS)

avsync: deps stage release ## Measure the picture against the sound, in release
	@Scripts/install-deps test
	@[ -e .build/avsync.mkv ] || Tests/Programs/AVSync/make-clip.sh .build/avsync.mkv 45
	Tests/Programs/AVSync/avsync.py --seconds 40 --key '8:seek:\e[D' --key '13:pause: ' --key '15:resume: ' \
	    --key '21:fast:]]]]' --key '27:slow:{' --key '33:normal:=' -- .build/release/tvplay --no-resume --no-history \
	    .build/avsync.mkv

release: deps
	@[ -x .build/release/tvplay-player ] || echo "Building tvplay for release: the first time takes some minutes."
	TVPLAY_TESTS=none $(SWIFT) build $(RELEASE)

lint: deps ## Check formatting, imports, translations, words and documents
	@Scripts/install-deps lint
	Scripts/check/format "$(SWIFT)"
	Scripts/check/imports
	Scripts/check/dead
	po/extract --check
	Scripts/check/features
	Scripts/check/documents
	Scripts/check/words
	Scripts/check/duplicates
	TVPLAY_WARNINGS=errors $(SWIFT) build --product tvplay $(DEBUG) --scratch-path $(STRICT)
	Scripts/check/option-reference $(STRICT)/debug/tvplay
	LC_ALL=C.UTF-8 $(STRICT)/debug/tvplay --man | mandoc -T lint -W warning
	TVPLAY_WARNINGS=errors $(SWIFT) build --product tvplay-keeper $(DEBUG) --scratch-path $(STRICT)
	LC_ALL=C.UTF-8 $(STRICT)/debug/tvplay-keeper --man | mandoc -T lint -W warning

format: swift ## Format the source
	$(SWIFT) format --in-place --parallel --recursive Sources Benchmarks Tests Package.swift

po: ## Collect the messages and update the translations
	@Scripts/install-deps lint
	po/extract
	@for file in po/*.po; do msgmerge --quiet --update --backup=none --no-wrap "$$file" po/tvplay.pot; done
	@for file in po/*.po; do echo "$$file: $$(msgfmt --statistics -o /dev/null "$$file" 2>&1)"; done

man: deps ## Show the manual page
	@$(SWIFT) build --product tvplay $(DEBUG)
	@mkdir -p $(SHARE)/man/man1
	@LC_ALL=C.UTF-8 .build/debug/tvplay --man > $(SHARE)/man/man1/tvplay.1
	@man -l $(SHARE)/man/man1/tvplay.1 2>/dev/null || mandoc -a $(SHARE)/man/man1/tvplay.1

completions: deps ## Write the shell completions to .build/completions
	@$(SWIFT) build --product tvplay $(DEBUG)
	@mkdir -p .build/completions
	@for shell in bash zsh fish; do .build/debug/tvplay --completion=$$shell > .build/completions/tvplay.$$shell; done
	@ls .build/completions/*

install: stage release ## Install below PREFIX (/usr/local); DESTDIR for packagers
	@Scripts/install-deps install
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/package/install

deb: override export CLASSES := 1
deb: stage release ## Make Debian packages: .build/tvplay_VERSION_ARCHITECTURE.deb and tvplay-keeper_…
	@Scripts/install-deps package
	@Scripts/package/deb

apt-repository: deb ## Make a signed repository of the packages: make apt-repository DIR=/srv/apt
	@Scripts/install-deps repository
	@Scripts/package/repository "$(DIR)"

package-test: deb ## Install, play and remove the packages in a clean Debian root; needs root and a mirror
	@Scripts/install-deps package-test
	@Scripts/package/test

portability-test: swift ## Build, play and test in clean Debian roots: make portability-test ROOT=trixie; needs root
	@Scripts/install-deps package-test
	@Tests/Trials/portability $(ROOT)

uninstall: ## Remove what make install installed
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" Scripts/package/install --remove

deps: swift ## Install missing Debian packages that the build needs
	@Scripts/install-deps build

clean: ## Remove everything that was built
	rm -rf .build

swift:
	@Scripts/require-swift "$(SWIFT)"

deps-live: deps ## Install the Debian packages that a class server needs
	@Scripts/install-deps live

# Files that the program finds beside itself in a checkout: translations and the demonstration.
stage: deps $(CATALOGUES)
	@mkdir -p $(SHARE)/tvplay
	@ln -sfnT ../../../Assets/demo $(SHARE)/tvplay/demo

$(SHARE)/locale/%/LC_MESSAGES/tvplay.mo: po/%.po | deps
	@mkdir -p $(@D)
	@msgfmt -o $@ $<
