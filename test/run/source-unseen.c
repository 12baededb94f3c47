// What the plugin knows of the source's text it need not: without columns, from
// preprocessed text, and if the file is gone, the lines that ran have the same counts.
// RUN: rm -rf %t && mkdir -p %t/there && cd %t && cp %s there
// RUN: %cc -gno-column-info %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %cc -gdwarf-4 %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && %plain_cc -E there/source-unseen.c -o text.i
// RUN: %cc text.i -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && mv there gone && %cc text.i -o prog && ./prog
// RUN: %counts %s
static volatile int sink;

#define NEXT continue

static int jumps(int n)
{
    for (int i = 0; i < 5; i++) {        //= 24
        if (i == n)                      //= 21
            continue;                    //= 4
        if (i > n + 2)                   //= 17
            break;                       //= 1
        if (i == 4) {                    //= 16
            sink = 1;                    //= 1
        } else {
            sink = 2;                    //= 15
        }
        if (i == 2)                      //= 16
            NEXT;                        //= 4
        while (i == 3) {                 //= 14
            sink = 3;                    //= 3
            if (n == 4)                  //= 3
                goto out;                //= 1
            i++;                         //= 2
        }
        sink = 4;                        //= 11
    }
    switch (n) {                         //= 4
    case 0:
        sink = 5;                        //= 1
        break;                           //= 1
    case 1:
        return 1;                        //= 1
    default:
        sink = 6;                        //= 2
    }
out:
    return 0;                            //= 4
} // a line, where the text is gone

static void nothing(int n)
{
    if (n == 1) {                        //= 5
        sink = 1;                        //= 1
        return;                          //= 1
    }
    if (n                                //= 4
        && n < 4)                        //= 3
        sink = 2;                        //= 2
}

int main(void)
{
    for (int i = 0; i < 5; i++) {        //= 6
        jumps(i);                        //= 5
        nothing(i);                      //= 5
    }
    return 0;                            //= 1
}
