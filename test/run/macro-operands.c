// What a macro chooses, an operand of && or || or all of a decision: the line of each operand has its
// count, and is a branch that is true where the macro is.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s
#define ACCEPT(x) (next == x ? (next++, 1) : 0)
#define POSITIVE(c) ((c) ? 1 : 0)

static int next, k;

static void operands(int c)
{
    next = c;                //= 4
    if (ACCEPT('a')          //? true 1, false 3 //= 4
        && ACCEPT('b')       //? true 1, false 0 //= 1
        && ACCEPT('d'))      //? true 0, false 1 //= 1
        k++;                 //= 0
    next = c;                //= 4
    while (ACCEPT('b')       //? true 1, false 9 //= 10
           || ACCEPT('c')    //? true 2, false 7 //= 9
           || ACCEPT('d'))   //? true 3, false 4 //= 7
        k = 1;               //= 6
    next = c;                //= 4
    do
        k = 2;               //= 5
    while (ACCEPT('c')       //? true 1, false 4 //= 5
           && k == 2);       //? true 1, false 0 //= 1
    if (ACCEPT('e')          //? true 0, false 4 //= 4
        || c == 'a')         //? true 1, false 3 //= 4
        k = 3;               //= 1
}

static void negated(int i, int j)
{
    if (!POSITIVE(i)         //? true 1, false 2 //= 3
        && !POSITIVE(j))     //? true 0, false 1 //= 1
        k++;                 //= 0
    if (!POSITIVE(i))        //? true 1, false 2 //= 3
        k++;                 //= 1
    if (POSITIVE(i)          //? true 2, false 1 //= 3
        || !POSITIVE(j))     //? true 0, false 1 //= 1
        k++;                 //= 2
    k = POSITIVE(i)          //? true 2, false 1 //= 3
        && !POSITIVE(j);     //? true 1, false 1 //= 2
    if (!(POSITIVE(i)        //? true 2, false 1 //= 3
          && POSITIVE(j)))   //? true 1, false 1 //= 2
        k++;                 //= 2
}

int main(void)
{
    for (int c = 'a'; c < 'e'; c++) //? true 4, false 1 //= 5
        operands(c);         //= 4
    negated(0, 1);           //= 1
    negated(1, 0);           //= 1
    negated(2, 1);           //= 1
    return 0;                //= 1
}
