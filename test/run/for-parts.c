// Each part of a "for" over several lines counts on its own; C++ the same.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s
// RUN: rm prof.out.* && %cxx -x c++ %s -o prog && ./prog && %counts --all %s
static volatile int sink;

static void begin(int *n)
{
    *n = 0;             //= 1
}

static int is_before(const int *n, int end)
{
    return *n < end;    //= 10
}

static void go_on(int *n)
{
    *n += 1;            //= 8
}

int main(void)
{
    int i;
    int numbers[] = {3, 4, 5};      //= 1
    const int *at;
    for (begin(&i);                 //= 1
         is_before(&i, 4);          //= 5
         go_on(&i))                 //= 4
        sink = i;                   //= 4
    for (i = 0;                     //= 1
         !!is_before(&i, 4);        //= 5
         go_on(&i))                 //= 4
        sink = i;                   //= 4
    for (i = 0;                     //= 1
         i < 6;                     //= 7
         i++)                       //= 6
        sink = i;                   //= 6
    for (at = numbers;              //= 1
         at < numbers + 3;          //= 4
         ++at)                      //= 3
        sink = *at;                 //= 3
    for (i = 8;                     //= 1
         i; i -= 2)                 //= 5
        sink = i;                   //= 4
    return 0;                       //= 1
}
