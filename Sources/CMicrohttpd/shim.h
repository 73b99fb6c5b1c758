#pragma once
#include <microhttpd.h>

/* libmicrohttpd declares these with "...", which Swift cannot call. Names are kept close to the originals. */

/* Starts a daemon that takes its connections from MHD_add_connection only. `options` ends with MHD_OPTION_END. */
static inline struct MHD_Daemon *assay_MHD_start_daemon(
    unsigned int flags, MHD_AccessHandlerCallback handler, void *closure, struct MHD_OptionItem *options) {
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, closure, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline const union MHD_ConnectionInfo *assay_MHD_get_connection_info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType type) {
    return MHD_get_connection_info(connection, type);
}
