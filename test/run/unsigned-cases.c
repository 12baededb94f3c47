// A label of an unsigned switch has no sign, however the number comes to it.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts %s
typedef unsigned int word;
struct header {
    short kind;
    union {
        word magic;
        int other;
    };
    word words[2];
    enum { LOW, HIGH = 0xf0000000u } level;
};
#define MAGIC 0xfeedfaceu
static volatile int sink;

static word flip(word x) { return ~x; }
static word (*flips)(word) = flip;

static void unsigned_ones(word x, struct header *h, const word *list, int i)
{
    switch (x) { //? case 0 1, case 2147483648 1, case 4294967295 1, default 0
    case 0: sink = 1; break;
    case 0x80000000: sink = 2; break;
    case 4294967295u: sink = 3; break;
    default: sink = 4;
    }
    switch (h->words[1]) { //? case 1 0, case 4277009102 3, default 0
    case MAGIC: sink = 1; break;
    case 1: sink = 2; break;
    default: sink = 4;
    }
    switch (h->level) { //? case 0 0, case 4026531840 3, default 0
    case LOW: sink = 1; break;
    case HIGH: sink = 2; break;
    default: sink = 4;
    }
    switch (h->magic) { //? case 3 0, case 4277009102 3, default 0
    case 0xfeedfaceu: sink = 1; break;
    case 0b11: sink = 2; break;
    default: sink = 4;
    }
    switch (list[i]) { //? case 2 2, case 4277009102 1, default 0
    case MAGIC: sink = 1; break;
    case 2: sink = 2; break;
    default: sink = 4;
    }
    switch (flip(x)) { //? case 4277009102 0, case 4294967295 1, default 2
    case MAGIC: sink = 1; break;
    case 0xffffffff: sink = 2; break;
    default: sink = 4;
    }
    switch (flips(x) & 0xf0000000) { //? case 0 1, case 4026531840 1, default 1
    case 0xf0000000: sink = 1; break;
    case 0: sink = 2; break;
    default: sink = 4;
    }
    switch (x * 2 + 1) { //? case 4277009102 0, case 4294967295 1, default 2
    case MAGIC: sink = 1; break;
    case 0xffffffff: sink = 2; break;
    default: sink = 4;
    }
    switch ((unsigned long)x << 8) { //? case 0 1, case 1095216660480 0, default 2
    case 0xff00000000: sink = 1; break;
    case 0: sink = 2; break;
    default: sink = 4;
    }
}
static void signed_ones(int x, signed char c, long l)
{
    switch (x) { //? case -2147483648 1, case -17958194 0, case -1 1, default 0
    case -1: sink = 1; break;
    case (int)0x80000000: sink = 2; break;
    case (int)MAGIC: sink = 5; break;
    default: sink = 4;
    }
    switch (c) { //? case -1 1, case 5 1, default 0
    case -1: sink = 1; break;
    case 5: sink = 2; break;
    default: sink = 4;
    }
    switch (l - 3) { //? case -2147483648 1, case -1 1, default 0
    case -1: sink = 1; break;
    case -0x80000000L: sink = 2; break;
    default: sink = 4;
    }
}
int main(void)
{
    struct header h = {0, {MAGIC}, {1, MAGIC}, HIGH};
    word list[] = {MAGIC, 2};
    unsigned_ones(0, &h, list, 0);
    unsigned_ones(0x80000000, &h, list, 1);
    unsigned_ones(~0u, &h, list, 1);
    signed_ones(-1, -1, 2);
    signed_ones((int)0x80000000, 5, 3 - 0x80000000L);
    return 0;
}
