// Sends requests to `streaklined` over some connections, each of which waits for its answer, and prints what
// came of them as JSON. Benchmarks/server starts it.
//
// usage: load modify PORT TARGET CONNECTIONS SECONDS RECORDS FIRST   creates records, RECORDS a request
//        load fill   PORT TARGET CONNECTIONS REQUESTS RECORDS FIRST  the same, until REQUESTS are answered
//        load empty  PORT TARGET CONNECTIONS SECONDS RECORDS FIRST   the same, of an answer without "records"
//        load feed   PORT TARGET RESULTS                             reads a zone's feed to its end
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 1024, SAMPLES = 1 << 22 };
static char *body, *request;
static const size_t room = 1 << 20;
static float *samples;

struct connection {
  int socket;
  size_t length, wanted;
  double start;
  char *answer;
  size_t capacity;
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "load: %s (%s)\n", what, strerror(errno));
  exit(1);
}

static int dial(int port) {
  int s = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof a)) fail("cannot connect");
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return s;
}

static size_t modify(long first, int records) {
  char *p = body + sprintf(body, "{\"zoneID\":{\"zoneName\":\"Z\"},\"atomic\":true,\"operations\":[");
  for (int i = 0; i < records; i++)
    p += sprintf(p,
                 "%s{\"operationType\":\"create\",\"record\":{\"recordName\":\"note-%ld\",\"recordType\":\"Note\",\"fields\":{"
                 "\"title\":{\"value\":\"Note number %ld\",\"type\":\"STRING\"},\"score\":{\"value\":%ld,\"type\":\"INT64\"},"
                 "\"day\":{\"value\":1790000000000,\"type\":\"TIMESTAMP\"}}}}",
                 i ? "," : "", first + i, first + i, first % 7);
  return p + sprintf(p, "]}") - body;
}

static void ask(struct connection *c, int port, const char *target, size_t length) {
  size_t n = sprintf(request, "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n",
                     target, port, length);
  memcpy(request + n, body, length);
  c->length = c->wanted = 0;
  c->start = now();
  for (size_t sent = 0; sent < n + length;) {
    ssize_t k = write(c->socket, request + sent, n + length - sent);
    if (k < 0) fail("cannot send");
    sent += k;
  }
}

// Whether the answer is whole. The server always gives Content-Length.
static int take(struct connection *c) {
  if (c->length + 65536 > c->capacity) {
    c->capacity = c->capacity * 2 + 131072;
    c->answer = realloc(c->answer, c->capacity);
  }
  ssize_t k = read(c->socket, c->answer + c->length, c->capacity - c->length - 1);
  if (k <= 0) fail("the server has closed a connection");
  c->length += k;
  c->answer[c->length] = 0;
  if (!c->wanted) {
    char *end = strstr(c->answer, "\r\n\r\n"), *size = strcasestr(c->answer, "\r\ncontent-length:");
    if (!end) return 0;
    if (!size) fail("an answer without Content-Length");
    c->wanted = end + 4 - c->answer + strtoul(size + 17, NULL, 10);
  }
  return c->length >= c->wanted;
}

static int compare(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void write_records(char **a, int fills, int empty) {
  int port = atoi(a[0]), count = atoi(a[2]), records = atoi(a[4]), poll = epoll_create1(0);
  double amount = atof(a[3]);
  long next = atol(a[5]), answered = 0, sent = 0;
  static struct connection all[MOST];
  if (count < 1 || count > MOST) fail("too many connections");
  double start = now(), end = fills ? 1e18 : start + amount;
  for (int i = 0; i < count; i++, sent++, next += records) {
    all[i].socket = dial(port);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &all[i]};
    epoll_ctl(poll, EPOLL_CTL_ADD, all[i].socket, &e);
    ask(&all[i], port, a[1], modify(next, records));
  }
  while (answered < sent) {
    struct epoll_event ready[64];
    int n = epoll_wait(poll, ready, 64, 30000);
    if (n <= 0) fail("no answer within 30 seconds");
    for (int i = 0; i < n; i++) {
      struct connection *c = ready[i].data.ptr;
      if (!take(c)) continue;
      if (strncmp(c->answer, "HTTP/1.1 200", 12) || (!empty && (!strstr(c->answer, "recordChangeTag") || strstr(c->answer, "serverErrorCode")))) {
        fprintf(stderr, "load: %.400s\n", c->answer);
        exit(1);
      }
      if (answered < SAMPLES) samples[answered] = now() - c->start;
      answered++;
      if (fills ? sent >= amount : now() >= end) continue;
      ask(c, port, a[1], modify(next, records));
      sent++, next += records;
    }
  }
  double seconds = now() - start;
  long n = answered < SAMPLES ? answered : SAMPLES;
  qsort(samples, n, sizeof *samples, compare);
  printf("{\"requests\":%ld,\"seconds\":%.4f,\"p50\":%.6f,\"p99\":%.6f,\"longest\":%.6f,\"next\":%ld}\n", answered, seconds, samples[n / 2],
         samples[n * 99 / 100], samples[n - 1], next);
}

static void read_feed(char **a) {
  int port = atoi(a[0]);
  char token[256] = "";
  struct connection c = {.socket = dial(port)};
  long records = 0, pages = 0, bytes = 0;
  double start = now();
  for (int more = 1; more;) {
    int n = sprintf(body, "{\"zoneID\":{\"zoneName\":\"Z\"},\"resultsLimit\":%d", atoi(a[2]));
    if (*token) n += sprintf(body + n, ",\"syncToken\":\"%s\"", token);
    ask(&c, port, a[1], n + sprintf(body + n, "}"));
    while (!take(&c)) {}
    char *at = c.answer, *t = NULL;
    for (char *p = at; (p = strstr(p, "\"recordName\":\"")); p++) records++;
    for (char *p = at; (p = strstr(p, "\"syncToken\":\"")); p++) t = p + 13;
    if (!t || strcspn(t, "\"") >= sizeof token) fail("an answer without a token");
    sprintf(token, "%.*s", (int)strcspn(t, "\""), t);
    more = strstr(t, "\"moreComing\":true") != NULL;
    pages++, bytes += c.length;
  }
  printf("{\"records\":%ld,\"pages\":%ld,\"bytes\":%ld,\"seconds\":%.4f}\n", records, pages, bytes, now() - start);
}

int main(int count, char **a) {
  body = malloc(room), request = malloc(room + 65536), samples = malloc(SAMPLES * sizeof *samples);
  if (count == 5 && !strcmp(a[1], "feed")) read_feed(a + 2);
  else if (count == 8) write_records(a + 2, !strcmp(a[1], "fill"), !strcmp(a[1], "empty"));
  else fail("wrong arguments");
}
