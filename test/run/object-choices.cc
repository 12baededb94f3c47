// What a ?: chooses, if that is an object of a class, stands where it is written: so do calls and
// constructors that make it, and not where the ?: or the statement is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
#include <string>

static std::string same(const std::string &text)
{
    return text;                  //= 26
}

static std::string added(int n, const std::string &text)
{
    std::string t = (n > 3        //= 10
                         ? text   //= 6
                         : same(text)) + //= 4
                    "x";
    return t;
}

static std::string first(int n, const std::string &text)
{
    std::string t =
        n > 5                     //= 10
            ? same(text)          //= 4
            : text                //= 6
        ;
    return t;
}

static std::string made(int n, const std::string &text)
{
    std::string t(
        n > 6                     //= 10
            ? same(text)          //= 3
            : std::string("made") //= 7
    );
    return t;
}

static std::string assigned(int n, const std::string &text)
{
    std::string t;                //= 10
    t = n > 7                     //= 10
            ? same(text)          //= 2
            : text                //= 8
        ;
    return t;
}

static std::string nested(int n, const std::string &text)
{
    return
        n > 2                     //= 10
            ? n > 6               //= 7
                ? text            //= 3
                : same(text)      //= 4
            : std::string(        //= 3
                  "nested");
}

static std::string throws(int n, const std::string &text)
{
    std::string t =
        n > 8                     //= 10
            ? throw n             //= 1
            : same(               //= 9
                  text);
    return t;                     //= 9
}

int main()
{
    std::string text = "text";    //= 1
    size_t length = 0;            //= 1
    for (int i = 0; i < 10; i++)  //= 11
        length += added(i, text).size() + first(i, text).size() + //= 10
                  made(i, text).size() + assigned(i, text).size() + //= 10
                  nested(i, text).size();
    try {
        for (int i = 0; i < 10; i++) //= 10
            length += throws(i, text).size(); //= 10
    } catch (int) {               //= 1
        length--;                 //= 1
    }
    return length == 0;           //= 1
}
