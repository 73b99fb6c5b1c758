/* The least that a server on libmicrohttpd does: a POST gets its body back and a GET a fixed one. What Assay's listener is
 * held against. It ends on SIGTERM.
 *
 * Usage: MinimalEcho PORT [THREADS]
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BODY_LIMIT = 65536, CONNECTION_LIMIT = 2000 };

static const char greeting[] = "{\"status\":\"SERVING\"}";

/* A request under way. */
struct exchange {
    size_t count;
    char body[];
};

static enum MHD_Result answer(struct MHD_Connection *connection, size_t count, const char *body) {
    struct MHD_Response *response =
        MHD_create_response_from_buffer(count, (void *)(size_t)body, MHD_RESPMEM_MUST_COPY);
    if (response == NULL) return MHD_NO;
    enum MHD_Result result = MHD_NO;
    if (MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "application/json") == MHD_YES) {
        result = MHD_queue_response(connection, MHD_HTTP_OK, response);
    }
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result handle(
    void *closure, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_count, void **state) {
    (void)closure, (void)url, (void)version;
    if (strcmp(method, MHD_HTTP_METHOD_POST) != 0) {
        /* The first call comes before the body, which a GET has none of: only the second may answer. */
        if (*state == NULL) {
            *state = (void *)(size_t)greeting;
            return MHD_YES;
        }
        *state = NULL;
        return answer(connection, sizeof greeting - 1, greeting);
    }
    struct exchange *exchange = *state;
    if (exchange == NULL) {
        *state = exchange = malloc(sizeof *exchange + BODY_LIMIT);
        if (exchange == NULL) return MHD_NO;
        exchange->count = 0;
        return MHD_YES;
    }
    if (*upload_count > 0) {
        if (exchange->count + *upload_count > BODY_LIMIT) return MHD_NO;
        memcpy(exchange->body + exchange->count, upload, *upload_count);
        exchange->count += *upload_count;
        *upload_count = 0;
        return MHD_YES;
    }
    return answer(connection, exchange->count, exchange->body);
}

static void complete(
    void *closure, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code) {
    (void)closure, (void)connection, (void)code;
    if (*state != (void *)(size_t)greeting) free(*state);
    *state = NULL;
}

int main(int count, char **words) {
    const int port = count > 1 ? atoi(words[1]) : 0;
    const int threads = count > 2 ? atoi(words[2]) : 2;
    if (port < 1 || port > 65535 || threads < 1 || threads > 64) {
        fprintf(stderr, "usage: MinimalEcho PORT [THREADS]\n");
        return 64;
    }
    /* Blocked before there are threads, so that all of them leave the signals to us. */
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    if (pthread_sigmask(SIG_BLOCK, &signals, NULL) != 0) return 70;

    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, (uint16_t)port, NULL, NULL, &handle, NULL,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, (unsigned int)threads,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned int)CONNECTION_LIMIT, MHD_OPTION_CONNECTION_TIMEOUT, 30U,
        MHD_OPTION_NOTIFY_COMPLETED, &complete, NULL, MHD_OPTION_END);
    if (daemon == NULL) return 69;
    int received = 0;
    sigwait(&signals, &received);
    MHD_stop_daemon(daemon);
    return 0;
}
