// Switch with fall-through, computed goto, short circuits, break and continue,
// goto out of nested loops, a variable-length array.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=knuth %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -fPIC -pie %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -fno-pie -no-pie %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

static int classify(int n)
{
    int r = 0;     //= 10
    switch (n) {   //= 10
    case 0:
        r += 1;    //= 1
        /* falls through */
    case 1:
        r += 2;    //= 2
        break;     //= 2
    case 2:
    case 3:
        r += 4;    //= 2
        break;     //= 2
    case 100:
        r += 99;   //= 0
        break;     //= 0
    default:
        r += 8;    //= 6
    }
    return r;      //= 10
}

static int same(int n)
{
    switch (n) {   //= 3
    default:
        n++;       //= 3
    }
    switch (n) {   //= 3
    }
    return n;      //= 3
}

static int interpret(const unsigned char *code)
{
    static void *const ops[] = {&&stop, &&inc, &&dec, &&twice};
    int acc = 0;            //= 3

    goto *ops[*code];       //= 3
inc:
    acc++;                  //= 7
    goto *ops[*++code];     //= 7
dec:
    acc--;                  //= 2
    goto *ops[*++code];     //= 2
twice:
    acc *= 2;               //= 3
    goto *ops[*++code];     //= 3
stop:
    return acc;             //= 3
}

static int search(int want)
{
    int steps = 0;                        //= 4
    for (int i = 0; i < 10; i++) {        //= 30
        for (int j = 0; j < 10; j++) {    //= 269
            if (j == 7)                   //= 269
                continue;                 //= 26
            if (j > 8)                    //= 243
                break;                    //= 26
            steps++;                      //= 217
            if (i * 10 + j == want)       //= 217
                goto found;               //= 2
        }
    }
    steps = -steps;                       //= 2
found:
    return steps;                         //= 4
}

static int sum_vla(int n)
{
    int a[n];                    //= 3
    int s = 0;                   //= 3
    for (int i = 0; i < n; i++)  //= 15
        a[i] = i;                //= 12
    int i = n;                   //= 3
    while (i-- > 0)              //= 15
        s += a[i];               //= 12
    do
        s++;                     //= 8
    while (s % 3);               //= 8
    return s;                    //= 3
}

int main(void)
{
    static const unsigned char code[][8] = {
        {1, 1, 3, 0}, {1, 2, 1, 3, 1, 0}, {3, 2, 1, 1, 0}};
    for (int i = 0; i < 10; i++)     //= 11
        sink += classify(i);         //= 10
    for (int i = 0; i < 3; i++)      //= 4
        sink += same(i);             //= 3
    for (int i = 0; i < 3; i++)      //= 4
        sink += interpret(code[i]);  //= 3
    sink += search(22) + search(45); //= 1
    sink += search(200);             //= 1
    sink += search(17);              //= 1
    for (int i = 3; i < 6; i++)      //= 4
        sink += sum_vla(i);          //= 3
    return 0;                        //= 1
}
