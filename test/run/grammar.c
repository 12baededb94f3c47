// Behind #line, as in a parser that is made of a grammar, columns are not those of the text.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t && %cc %s -o prog && ./prog
// RUN: %counts %s

volatile int n;

#if 0
rule:
    A { n = 1; } b         //= 2
    | B { n = 2; } c       //= 0
    | C { n = 3; } d       //= 3
    | D { f(n); } e        //= 5
    ;
#endif

static void f(int x)
{
    n += x;
}

static void act(int rule)
{
    switch (rule) {
    case 1:
#line 10
          { n = 1; } break;
    case 2:
#line 11
              { n = 2; } break;
    case 3:
#line 12
             { n = 3; } break;
    case 4:
#line 13
                  { f(n); } break;
#line 38
    }
}

int main(void)
{
    static const int rules[] = {1, 3, 3, 4, 4, 1, 4, 3, 4, 4};
    for (int i = 0; i < 10; i++)
        act(rules[i]);
    return 0;
}
