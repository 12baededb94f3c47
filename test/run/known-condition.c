// From -O1 on, GCC's C knows the values of constants, and an "if" that asks for one
// becomes no code: its line is executed all the same.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog
// RUN: ./prog
// RUN: %counts %s
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

int main(void)
{
    return turns(3) - 2; //= 1
}
