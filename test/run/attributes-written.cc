// Attributes between a keyword and its block are no list's, and none of the statement's behind.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

static int same(int n)
{
    return n;                   //= 12
}

static void read(const char *p)
{
    int n = 0;                  //= 1
    for (; *p; p++) {           //= 13
        if (*p == ' ')          //= 12
            n++;                //= 4
        else [[likely]] { }     //= -
        sink = n;               //= 12
        if (*p == ' ')          //= 12
            sink = n;           //= 4
        else [[unlikely]] {     //= -
            if (n > 1) {        //= 8
                sink = n;       //= 4
            }
        }
        sink = n;               //= 12
        do [[likely]] {         //= -
            if (n > 2) {        //= 12
                n--;            //= 2
            }
        }
        while (n > 2);          //= 12
        int k [[maybe_unused]] { //= 12
            same(n)             //= 12
        };
        sink = k;               //= 12
    }
}

int main()
{
    read("ab 12 cd a !");       //= 1
    return 0;                   //= 1
}
