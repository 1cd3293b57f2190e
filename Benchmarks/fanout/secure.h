// TLS by the system's OpenSSL, on a socket that does not block.
#pragma once
#include "basics.h"
#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <string.h>

static inline int has_tls(const char *mode) {
  return !strcmp(mode, "tls") || !strcmp(mode, "wss") || !strcmp(mode, "https");
}

static inline _Noreturn void fail_tls(const char *what) {
  fprintf(stderr, "%s: ", what);
  ERR_print_errors_fp(stderr);
  exit(1);
}

// A server's context if there is a certificate, else that of a client, which takes any certificate.
static inline SSL_CTX *tls_context(const char *certificate, const char *key) {
  SSL_CTX *context = SSL_CTX_new(certificate ? TLS_server_method() : TLS_client_method());
  SSL_CTX_set_mode(context, SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  if (certificate && (SSL_CTX_use_certificate_chain_file(context, certificate) != 1 ||
                      SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1))
    fail_tls(certificate);
  return context;
}

static SSL_SESSION *ticket;
static const char *ticket_file;                  // where a ticket outlives this program; null for nowhere

static inline int keep_ticket(SSL *tls, SSL_SESSION *session) {
  (void)tls;
  // The session itself cannot be used any more when its connection ends without an alert.
  if (ticket) return 0;
  if (!(ticket = SSL_SESSION_dup(session))) fail_tls("a session");
  FILE *file = ticket_file ? fopen(ticket_file, "w") : 0;
  if (ticket_file && (!file || !PEM_write_SSL_SESSION(file, ticket) || fclose(file))) fail_tls(ticket_file);
  return 0;
}

// Lets all clients after the first that gets a ticket come back with it, and all of them with that of the file.
static inline void resume_sessions(SSL_CTX *context) {
  FILE *file = ticket_file ? fopen(ticket_file, "r") : 0;
  if (file && (!(ticket = PEM_read_SSL_SESSION(file, 0, 0, 0)) || fclose(file))) fail_tls(ticket_file);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, keep_ticket);
}

static inline SSL *tls_on(SSL_CTX *context, int fd, int is_server) {
  SSL *tls = SSL_new(context);
  if (!tls || !SSL_set_fd(tls, fd)) fail_tls("TLS");
  is_server ? SSL_set_accept_state(tls) : SSL_set_connect_state(tls);
  if (ticket) {                                // OpenSSL takes a session for one connection
    SSL_SESSION *copy = SSL_SESSION_dup(ticket);
    if (!copy || !SSL_set_session(tls, copy)) fail_tls("a session");
    SSL_SESSION_free(copy);
  }
  return tls;
}

// What send or recv would return: -1 with EAGAIN where the call must be made again, and 0 at the end.
static inline ssize_t tls_result(SSL *tls, int result) {
  if (result > 0) return result;
  int why = SSL_get_error(tls, result);
  ERR_clear_error();
  if (why == SSL_ERROR_ZERO_RETURN || (why == SSL_ERROR_SYSCALL && !errno)) return 0;
  errno = why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE ? EAGAIN : ECONNRESET;
  return -1;
}
