#include <signal.h>

static int more(int n)
{
#ifdef OTHER
    n *= n > 7;
#endif
    return n + 1;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        argc = more(argc);
    while (argc > 4 && argv)
        raise(SIGKILL);
    return 0;
}
