// A framework of tests that is a header of the system's wherever it is, as Catch and others are.
#pragma once
#ifdef __clang__
#pragma clang system_header
#else
#pragma GCC system_header
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define CASE_(name, all)                                                                           \
    static void name();                                                                            \
    static int all = (name(), 1);                                                                  \
    static void name()
#define CASE CASE_(JOIN(case_, __LINE__), JOIN(all_, __LINE__))
#define TEMPLATE_CASE_(name, all)                                                                  \
    template <class T> static void name();                                                         \
    static int all = (name<int>(), name<char>(), 1);                                               \
    template <class T> static void name()
#define TEMPLATE_CASE TEMPLATE_CASE_(JOIN(case_, __LINE__), JOIN(all_, __LINE__))
#define LAMBDA [](auto x)
#define GIVEN(...) given([] { return __VA_ARGS__; })

template <class F> static int given(F f)
{
    int n = 0;
    if (!f)
        return 1;
    n += f();
    return n;
}

struct Noted {
    int n;
    Noted(int n) : n(n) {}
    ~Noted() { n = 0; }
};
static Noted noted(3);
