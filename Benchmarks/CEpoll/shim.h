#pragma once
/* The module Glibc leaves both out. */
#include <sys/epoll.h>
#include <sys/timerfd.h>
