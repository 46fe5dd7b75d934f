# Builds, installs and checks librdkafka-rs. Plain GNU make around Cargo.
#
#   make                 release build: shared library, static archive, .pc files, CMake package
#   make install         into PREFIX (default /usr/local), below DESTDIR if given
#   make uninstall       removes what install put there
#   make demo            100 000 messages and an outage, on an embedded cluster (BROKERS=... on yours)
#   make check           everything that has to hold; make check ONLY=word runs the tests named so
#   make headers         writes include/librdkafka/*.h from src/ffi
#   make protocol        writes src/protocol/messages from the schemas of Apache Kafka
#   make bench           librdkafka and this library in turn on one broker
#   make clean

PREFIX       ?= /usr/local
BINDIR       ?= $(PREFIX)/bin
LIBDIR       ?= $(PREFIX)/lib
INCLUDEDIR   ?= $(PREFIX)/include
PKGCONFIGDIR ?= $(LIBDIR)/pkgconfig
CMAKEDIR     ?= $(LIBDIR)/cmake/RdKafka
CARGO        ?= cargo
CC           ?= gcc
LD           ?= ld
NM           ?= nm
OBJCOPY      ?= objcopy
INSTALL      ?= install
PYTHON       ?= python3

# The version of the interface, which programs check, and our own.
ABI_VERSION := 2.16.0
RS_VERSION  := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n1)

TARGET  := $(or $(CARGO_TARGET_DIR),target)
BUILD   := build
SO      := $(BUILD)/librdkafka.so.1
A       := $(BUILD)/librdkafka.a
MOCK    := $(TARGET)/release/rdkafka-mock
HEADERS := $(wildcard include/librdkafka/*.h)

# The release whose message schemas are generated from.
KAFKA_CLIENTS := 4.4.0

.PHONY: all build lib install uninstall demo check headers protocol bench clean

all: build

# Names what is missing in one line; as root on Debian it is installed.
need = @command -v $(1) >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
  && apt-get -q update && apt-get -qy install $(2); } || { echo "please install $(2)" >&2; exit 1; }

build: lib
	$(CARGO) build --release --locked --bins

# Cargo optimises over all crates (lto) only when the library is not built as a Rust
# library in the same go, as the programs need it. So the two C kinds are built alone,
# in a profile of their own: otherwise each build would undo the other.
lib:
	@command -v $(CARGO) >/dev/null || { echo "please install Rust (cargo), 1.88 or newer" >&2; exit 1; }
	$(call need,$(CC),gcc libc6-dev)
	$(CARGO) rustc --profile capi --locked --lib --crate-type cdylib,staticlib
	@$(MAKE) --no-print-directory BUILT=1 $(A)

# `make install` as root after `make` as a user needs no Cargo.
$(MOCK): ; $(CARGO) build --release --locked --bin rdkafka-mock
$(if $(BUILT),,$(SO) $(A)): ; @$(MAKE) --no-print-directory lib

ifdef BUILT
$(SO): $(TARGET)/capi/librdkafka.so
	@mkdir -p $(BUILD)
	cp -f $< $@
	ln -sf librdkafka.so.1 $(BUILD)/librdkafka.so

# One relocatable object with everything in it, of which only rd_kafka_* stays
# global: no clash with other Rust, zstd or lz4 code in a program. Resolving the
# section groups keeps the linker from merging our private copies with others; LLVM's
# bitcode, which some objects carry along, would make `ar` look for a plug-in.
$(A): $(TARGET)/capi/librdkafka.a $(SO)
	$(NM) --defined-only -g $< 2>/dev/null \
	  | sed -n 's/^[0-9a-f]* T \(rd_kafka_[A-Za-z0-9_]*\)$$/-u \1/p' | sort -u > $(BUILD)/roots
	test -s $(BUILD)/roots
	$(LD) -r --force-group-allocation -o $(BUILD)/rdkafka.o @$(BUILD)/roots $<
	$(OBJCOPY) --wildcard --keep-global-symbol='rd_kafka_*' --strip-debug \
	  -R .llvmbc -R .llvmcmd $(BUILD)/rdkafka.o
	@rm -f $@
	ar rcs $@ $(BUILD)/rdkafka.o
	@rm -f $(BUILD)/rdkafka.o $(BUILD)/roots
endif

# Directories below PREFIX are written relative to it, so that the trees can move.
rel = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
fill = sed -e 's|@prefix@|$(PREFIX)|g' -e 's|@libdir@|$(call rel,$(LIBDIR))|g' \
  -e 's|@includedir@|$(call rel,$(INCLUDEDIR))|g' -e 's|@version@|$(ABI_VERSION)|g' \
  -e 's|@rs_version@|$(RS_VERSION)|g' \
  -e "s|@rel_libdir@|$$(realpath -ms --relative-to='$(CMAKEDIR)' '$(LIBDIR)')|g" \
  -e "s|@rel_includedir@|$$(realpath -ms --relative-to='$(CMAKEDIR)' '$(INCLUDEDIR)')|g"
D = $(DESTDIR)

install: $(SO) $(A) $(MOCK)
	$(INSTALL) -d '$(D)$(BINDIR)' '$(D)$(LIBDIR)' '$(D)$(INCLUDEDIR)/librdkafka' '$(D)$(PKGCONFIGDIR)' '$(D)$(CMAKEDIR)'
	$(INSTALL) -m 755 $(MOCK) '$(D)$(BINDIR)/rdkafka-mock'
	$(INSTALL) -m 755 $(SO) '$(D)$(LIBDIR)/librdkafka.so.1'
	ln -sf librdkafka.so.1 '$(D)$(LIBDIR)/librdkafka.so'
	$(INSTALL) -m 644 $(A) '$(D)$(LIBDIR)/librdkafka.a'
	$(INSTALL) -m 644 $(HEADERS) '$(D)$(INCLUDEDIR)/librdkafka/'
	@for f in rdkafka.pc rdkafka-static.pc; do \
	  $(fill) packaging/$$f.in > '$(D)$(PKGCONFIGDIR)'/$$f || exit 1; done
	@for f in RdKafkaConfig.cmake RdKafkaConfigVersion.cmake; do \
	  $(fill) packaging/$$f.in > '$(D)$(CMAKEDIR)'/$$f || exit 1; done

uninstall:
	rm -f '$(D)$(BINDIR)/rdkafka-mock' '$(D)$(LIBDIR)/librdkafka.so.1' '$(D)$(LIBDIR)/librdkafka.so' '$(D)$(LIBDIR)/librdkafka.a' \
	  $(foreach h,$(notdir $(HEADERS)),'$(D)$(INCLUDEDIR)/librdkafka/$(h)') \
	  '$(D)$(PKGCONFIGDIR)/rdkafka.pc' '$(D)$(PKGCONFIGDIR)/rdkafka-static.pc' \
	  '$(D)$(CMAKEDIR)/RdKafkaConfig.cmake' '$(D)$(CMAKEDIR)/RdKafkaConfigVersion.cmake'
	-rmdir '$(D)$(INCLUDEDIR)/librdkafka' '$(D)$(CMAKEDIR)' 2>/dev/null

headers:
	$(CARGO) run -q -p rdkafka-headers

protocol:
	mvn -q -B dependency:copy -Dartifact=org.apache.kafka:kafka-clients:$(KAFKA_CLIENTS) \
	  -DoutputDirectory=$(BUILD)/schemas
	unzip -q -o $(BUILD)/schemas/kafka-clients-$(KAFKA_CLIENTS).jar 'common/message/*.json' -d $(BUILD)/schemas
	$(CARGO) run -q -p rdkafka-protocol-gen -- $(BUILD)/schemas/common/message src/protocol/messages

demo: build
	$(call need,$(PYTHON),python3)
	$(PYTHON) capi-tests/demo/demo.py $(if $(BROKERS),--brokers '$(BROKERS)')

check: build
	$(call need,$(PYTHON),python3)
	$(PYTHON) capi-tests/run.py $(ONLY)

bench: build
	$(call need,$(PYTHON),python3)
	$(PYTHON) capi-tests/bench/run.py

clean:
	$(CARGO) clean
	rm -rf $(BUILD)
