"""How many connections a process of the web server may have at once. Each is an open file to the system."""

import resource

WANTED = 8192  # open files; systems often begin with 1,024 and allow more to whoever asks
MOST_CONNECTIONS = 2000  # a crowd of thousands comes in whole; its requests are small, and wait for their turn
SHARE = 5 / 2  # files for each connection: long requests wait in one of their own, and so do databases and logs


def ask_for_more() -> int:
    """Raise this process's limit of open files as far as it may be, up to what is wanted; answers the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return WANTED
    more = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if more > soft:
        resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
    return max(soft, more)


def connections_for(open_files: int) -> int:
    return min(MOST_CONNECTIONS, int(open_files / SHARE))
