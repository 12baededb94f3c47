// An operator behind brackets stands on the line of the last operand in them, which may not
// have been chosen: it is no count of that line. An operand behind it, on the line, is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
#include <string>

static volatile int sink;

__attribute__((noinline)) static const char *word(int n)
{
    sink = sink + 1;                                  //= 55
    return n > 2 ? "long" : "short";                  //= 55
}

static const std::string &same(const std::string &s)
{
    return s;                                         //= 17
}

struct Text {
    std::string text;
    Text(std::string a, int) : text(a) { sink = sink + 1; } //= 6
    explicit Text(std::string word)
        : Text((word.size() > 4 ? "several: "         //= 6
                                : "few: ") +
                   word,
               7) {}
};

static std::string joined(const std::string &s, int i)
{
    return (i > 4 ? s                                 //= 6
                  : same(s)) +                        //= 5
           s;
}

int main()
{
    for (int i = 0; i < 6; i++) {                     //= 7
        std::string s = "s";                          //= 6
        Text made(word(i));                           //= 6
        s = (i > 4 ? word(i)                          //= 6
                   : word(-i)) +                      //= 5
            s;
        std::string made_of = (i > 3 ? word(i)        //= 6
                                     : same(s)) +     //= 4
                              s;
        const std::string &bound =
            (i > 3 ? s
                   : same(s)) +                       //= 4
            joined(made_of, i);                       //= 6
        sink = bound.size();                          //= 6
        s = s +                                       //= 6
            (i > 4 && i < 9 ? word(i)                 //= 6
                            : word(-i)) +             //= 5
            word(i);                                  //= 6
        s = (i > 4 ? word(i)                          //= 6
                   : word(-i)) + s + word(i);         //= 6
        s += ((i > 5 ?                                //= 6
               word(i) :                              //= 0
               word(-i))) <                           //= 6
            s;
        if ((i > 3 ? s                                //= 6
                   : same(s)) ==                      //= 4
            "short")
            sink = 1;                                 //= 0
        s = s + (i > 5 ? 'a'                          //= 6
                       : word(i)[0]);                 //= 6
        sink = (i > 4 ? sink                          //= 6
                      : word(i)[0]) *                 //= 5
               2;
    }
    return 0;                                         //= 1
}
