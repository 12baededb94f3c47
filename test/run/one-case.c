// A switch that can only go one way or on has its cases, of which GCC makes one test; so has
// one in another, to which GCC gives no place.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cxx -x c++ %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cc -save-temps %s -o prog && ./prog
// RUN: %prof_show branches prof.out.* | FileCheck %s
#define INDEX(p) ((int)(p)->index)
#define IS_LATE(n) switch (n) { case 4: case 5: sink = 3; }

struct encoding { char index; };
enum named { A, B, C, D, E, F, G };

volatile int sink;

static int same(int n)
{
    return n;                    //= 14
}

// Each for n from -2 to 4.
static void signs(int n, struct encoding *p)
{
    switch (n) {                 //? case 2 1, default 6 //= 7
    case 2:                      //= -
        sink = 1;                //= 1
    }
    switch (n) {                 //? case 0 1, default 6 //= 7
    case 0:                      //= -
        sink = 1;                //= 1
    }
    switch (n) {                 //? case 2...4 3, default 4 //= 7
    case 2: case 4: case 3:      //= -
        sink = 1;                //= 3
    }
    switch (n) {                 //? case -1...1 3, default 4 //= 7
    case -1 ... 1:               //= -
        sink = 1;                //= 3
        break;                   //= 3
    default:                     //= -
        sink = 2;                //= 4
    }
    switch (n) {                 //? case -2, -1 2, default 5 //= 7
    case -2:                     //= -
    case -1:                     //= -
        sink = 1;                //= 2
    }
    switch (INDEX(p)) {          //? case 1...3 3, default 4 //= 7
    case 1: case 2: case 3:      //= -
        sink = 1;                //= 3
    }
    switch (p->index) {          //? case 0, 1 2, default 5 //= 7
    case 0: case 1:              //= -
        sink = 1;                //= 2
    }
    // CHECK: one-case.c:[[#@LINE-4]]:{{.*}}switch{{.*}}
    // CHECK-NEXT: 2 case 0, 1
    // CHECK-NEXT: 5 default
}

static void unsigned_ones(unsigned n, enum named e, unsigned long long l)
{
    switch (n + 5u) {            //? case 3, 4 2, default 5 //= 7
    case 3: case 4:              //= -
        sink = 1;                //= 2
    }
    switch (n + 5u) {            //? case 0...4 2, default 5 //= 7
    case 0 ... 4:                //= -
        sink = 1;                //= 2
    }
    switch (e) {                 //? case 0...2 3, default 4 //= 7
    case A: case B: case C:      //= -
        sink = 1;                //= 3
    default:;                    //= -
    }
    switch (e) {                 //? case 5, 6 2, default 5 //= 7
    case F: case G:              //= -
        sink = 1;                //= 2
    default:;                    //= -
    }
    switch (l) {                 //? case 4294967296, 4294967297 2, default 5 //= 7
    case 1ull << 32:             //= -
    case (1ull << 32) + 1:       //= -
        sink = 1;                //= 2
    }
    switch (n) {                 //? case 4294967294, 4294967295 2, default 5 //= 7
    case 0xfffffffe: case 0xffffffff: //= -
        sink = 1;                //= 2
    }
}

static void hidden(int n)
{
    IS_LATE(n);                  //? case 4, 5 1, default 6 //= 7
    switch (same(n)) {           //? case 1, 2 2, default 5 //= 7
    case 1: case 2:              //= -
        IS_LATE(n + 3);          //? case 4, 5 2, default 0 //= 2
    }
    switch (n > 0 && n < 3) {    //? case 0 5, default 2; true 4, false 3; true 2, false 2 //= 7
    case 0:                      //= -
        sink = 1;                //= 5
    }
    switch (                     //? case 1, 2 2, default 5 //= 7
        same(n)                  //= 7
    ) {                          //= -
    case 1: case 2:              //= -
        sink = 1;                //= 2
    }
}

static void nested(int n)
{
    switch (n) {                 //? case 1, 2 2, case 3 1, default 4 //= 7
    case 1: case 2:              //= -
        switch (n) {             //? case 1 1, case 2 1, default 0 //= 2
        case 1: sink = 1; break; //= 1
        case 2: sink = 2; break; //= 1
        default:;                //= -
        }
        break;                   //= 2
    case 3:                      //= -
        while (n > 1)            //? true 2, false 1 //= 3
            switch (n--) {       //? case 2 1, case 3 1, default 0 //= 2
            case 3: sink = 3; break; //= 1
            case 2: sink = 4; break; //= 1
            default:;            //= -
            }
    }
}

int main(void)
{
    for (int n = -2; n < 5; n++) { //? true 7, false 1 //= 8
        struct encoding own = {(char)n}; //= 7
        signs(n, &own);          //= 7
        unsigned_ones((unsigned)n, (enum named)(n + 2), n + (1ull << 32)); //= 7
        hidden(n);               //= 7
        nested(n);               //= 7
    }                            //= -
    return 0;                    //= 1
}
