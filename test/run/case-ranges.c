// Ranges of cases, of few values and of many, which Clang compiles to tests behind the default.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: mv prof.out.* before && env EDGEPROF_OPTIONS=use=before %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static int ranges(int n)
{
    switch (n) {                       //? case -7 1, case 0...1000 2, case 5000...100000 3, default 4 //= 10
    case 0 ... 1000: return 1;         //= 2
    case 5000 ... 100000: return 2;    //= 3
    case -7: return 3;                 //= 1
    default: return 4;                 //= 4
    }
}

static void bytes(unsigned char c)
{
    switch (c + 0) {                   //? case 65...67 1, case 128...255 2, default 1 //= 4
    case 'A' ... 'C':
        sink++;                        //= 1
        break;                         //= 1
    case 0x80
         ... 0xff:
        sink++;                        //= 2
    }
}

static void wide(unsigned n, long l)
{
    switch (n) {                       //? case 9 1, case 2147483600...4294967290 2, default 1 //= 4
    case 0x7fffffd0 ... 0xfffffffa:
        sink++;                        //= 2
        /* falls through */
    default:
        sink++;                        //= 3
        break;                         //= 3
    case 9:
        sink++;                        //= 1
    }
    switch (l) {                       //? case -300...-100 1, case 10000000000...20000000000 0, default 3 //= 4
    case -300 ... -100: sink++; break; //= 1
    case 10000000000 ... 20000000000:
        sink++;                        //= 0
    }
    while (l-- > 0)                    //? true 2, false 4 //= 6
        switch (l) {                   //? case 0...400 2, default 0 //= 2
        case 0 ... 400: continue;      //= 2
        default: return;               //= 0
        }
}

int main(void)
{
    static const int all[] = {0, 1000, 1001, -1, 4999, 5000, 70000, 100000, 100001, -7};
    for (int i = 0; i < 10; i++)       //? true 10, false 1 //= 11
        sink += ranges(all[i]);        //= 10
    bytes(128);                        //= 1
    bytes(255);                        //= 1
    bytes('B');                        //= 1
    bytes('D');                        //= 1
    wide(9, 0);                        //= 1
    wide(0x7fffffd0, -300);            //= 1
    wide(0xfffffffa, 2);               //= 1
    wide(0xfffffffb, -99);             //= 1
    return sink != 37;                 //= 1
}
