// Of an "if", "while", "for" or "switch" that asks for a number, GCC's C makes no code: its
// line is executed all the same.  So is that of one that asks for a `const` variable.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog
// RUN: %counts --all %s
static const int no = 0;

static int turns(int n)
{
    int i;
    for (i = 0; i < n; i++) {  //= 2
        const long enough = 5; //= 2
        if (i < 1)             //= 2
            continue;          //= 1
        if (enough)            //= 1
            break;             //= 1
    }
    if (0)                     //= 1
        i = 0;
    else if (1)                //= 1
        i++;                   //= 1
    return i;                  //= 1
}

static int loops(int n)
{
    const unsigned yes = 7;    //= 1
    int i = 0;                 //= 1
    while (yes) {              //= 5
        if (++i == n)          //= 5
            break;             //= 1
        if (i == 2)            //= 4
            continue;          //= 1
        i += 0;                //= 3
    }
    while (yes && !no)         //= 3
        if (i-- == n - 2)      //= 3
            break;             //= 1
    while (no)                 //= 1
        i++;                   //= 0
    for (; yes; i++)           //= 4
        if (i >= n)            //= 4
            break;             //= 1
    for (i = 0; no; i++)       //= 1
        i++;                   //= 0
    for (i = 0;                //= 1
         yes;                  //= 6
         i++)                  //= 5
        if (i >= n)            //= 6
            break;             //= 1
    while (sizeof(int) == 4)   //= 6
        if (i-- == 0)          //= 6
            break;             //= 1
    for (i = 0; 1; i++)        //= 6
        if (i >= n)            //= 6
            break;             //= 1
    for (;;)                   //= -
        if (i++ >= n)          //= 1
            return i;          //= 1
}

// Each way into a loop that is not by its head is no evaluation of its condition.
static int entered(int n)
{
    if (n > 0)                 //= 2
        goto inside;           //= 1
    while (!no) {              //= 6
inside:
        if (n++ >= 3)          //= 7
            return n;          //= 2
    }
}

static int cases(int n)
{
    const int two = 2;         //= 3
    switch (two) {             //= 3
    case 1:
        n++;                   //= 0
        break;                 //= 0
    case 2:
        n--;                   //= 3
        if (n)                 //= 3
            break;             //= 2
        return 9;              //= 1
    }
    switch (no) {              //= 2
    case 1:
        n++;                   //= 0
    }
    switch (sizeof(int)) {     //= 2
    default:
        return n;              //= 2
    }
}

int main(void)
{
    int sum = turns(3);                          //= 1
    sum += loops(5);                             //= 1
    sum += entered(0) + entered(1);              //= 1
    sum += cases(1) + cases(2) + cases(3);       //= 1
    return sum != 2 + 6 + 4 + 4 + 9 + 1 + 2;     //= 1
}
