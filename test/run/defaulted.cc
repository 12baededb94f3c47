// A constructor or an assignment that is defaulted is no code of the user's: its line has no
// count, and in a macro that makes a class it adds nothing to what the user wrote there.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts --all %s
#include <string>

static volatile int sink;

struct Base {
    virtual ~Base() = default;
    virtual void body() = 0;
    std::string text;
};

struct Inside : Base {
    Inside() = default;
    Inside(const Inside &) = default;
    Inside &operator=(const Inside &) = default;
    Inside &operator=(Inside &&) noexcept = default;
    void body() override {}
    std::string name, names[3];
    int numbers[4];
};

struct Outside : Base {
    Outside();
    Outside(Outside &&) noexcept;
    void body() override {}
    std::string name;
};
Outside::Outside() = default;
Outside::Outside(Outside &&) noexcept = default;

// The shape of googletest's.
#define TEST_CLASS(name)                                                      \
    class name : public Base {                                                \
      public:                                                                 \
        name() = default;                                                     \
        ~name() override = default;                                           \
        void body() override;                                                 \
        static int registered;                                                \
    };                                                                        \
    int name::registered = registers();                                       \
    void name::body()

static int registers()
{
    return sink;                                      //= 4
}

TEST_CLASS(OneLine) { sink = sink + 1; } /* the body, and what registers it */ //= 4
TEST_CLASS(NoLine) {}                                 //= 1
TEST_CLASS(Apart)                                     //= 1
{
    sink = sink + 1;                                  //= 2
}
TEST_CLASS(Never)                                     //= 1
{
    sink = sink + 1;                                  //= 0
}

template <class T> static void run(int times)
{
    for (int i = 0; i < times; i++) {                 //= 9
        T test;                                       //= 6
        test.body();                                  //= 6
    }
}

int main()
{
    Inside a, b = a;                                  //= 1
    b = a;                                            //= 1
    b = Inside();                                     //= 1
    Outside c, d = std::move(c);                      //= 1
    run<OneLine>(3);                                  //= 1
    run<NoLine>(1);                                   //= 1
    run<Apart>(2);                                    //= 1
    return 0;                                         //= 1
}
