// The scan core alone: our literal scan, then the rule at each hit, and a printed line for each match.
// Does what ../shared/corpus/floor/all12.c does, with its rules, so that the two can be compared.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <fcntl.h>
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CLiteralScan.h"
#include "rules.h"

static char output[1 << 16];
static size_t used;

static void put(const char *bytes, size_t count) {
  if (count > 200) count = 200;
  memcpy(output + used, bytes, count);
  used += count;
}

int main(int count, char **arguments) {
  int file = open(arguments[count - 1], O_RDONLY);
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) return 66;
  size_t length = status.st_size;
  const uint8_t *text = mmap(0, length, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  pcre2_code *rules[NG];
  pcre2_match_data *matches[NG];
  const uint8_t *literals[NG];
  size_t lengths[NG], last[NG] = {0};
  for (int game = 0; game < NG; game++) {
    int error;
    PCRE2_SIZE offset;
    rules[game] = pcre2_compile((PCRE2_SPTR)RU[game], PCRE2_ZERO_TERMINATED,
                                PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_ANCHORED, &error, &offset, 0);
    pcre2_jit_compile(rules[game], PCRE2_JIT_COMPLETE);
    matches[game] = pcre2_match_data_create_from_pattern(rules[game], 0);
    literals[game] = (const uint8_t *)GLIT[game];
    lengths[game] = strlen(GLIT[game]);
  }
  literal_scan *scan = literal_scan_create(literals, lengths, NG);
  static literal_hit hits[1024];
  for (size_t from = 0; from < length;) {
    size_t resume, found = literal_scan_find(scan, text, length, from, hits, 1024, &resume);
    from = resume;
    for (size_t i = 0; i < found; i++) {
      int game = hits[i].literal;
      if (hits[i].position < last[game]) continue;
      if (pcre2_jit_match(rules[game], text, length, hits[i].position, 0, matches[game], 0) <= 0) continue;
      PCRE2_SIZE *vector = pcre2_get_ovector_pointer(matches[game]);
      last[game] = vector[1];
      if (used > sizeof output - 1024) {
        if (write(1, output, used) < 0) return 74;
        used = 0;
      }
      put(GNAME[game], strlen(GNAME[game]));
      put("\t", 1);
      put((const char *)text + vector[2], vector[3] - vector[2]);
      put("\t", 1);
      put((const char *)text + vector[4], vector[5] - vector[4]);
      put("\n", 1);
    }
  }
  return write(1, output, used) < 0 ? 74 : 0;
}
