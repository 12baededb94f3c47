// A loop that passes over what does not match: the comparison that most often fails is
// guessed to, and what leaves the scope (a way of its own, with Clang) to go on mostly.
// UNSUPPORTED: O0
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog && %counts --all %s && rm prof.out.*
// RUN: env EDGEPROF_OPTIONS=place=all %cc %s -o prog && ./prog && %counts --all %s
// RUN: env EDGEPROF_OPTIONS=dump=cfg %cc -c %s -o prog.o 2>dump
// RUN: awk '$1 == "function" {f = $2} f != "find:" {next} \
// RUN:      /:28$/ {b = $1} $1 ":" == b {w[$4] = $NF} \
// RUN:      $4 == "made" {n++; if ($NF > most) most = $NF; if (!least || $NF < least) least = $NF} \
// RUN:      END {exit !(w["true"] > w["false"] && (!n || most > 2 * least))}' dump
struct item {
    int key;
    int weight;
};

volatile int sink;

__attribute__((noinline)) int find(const struct item *items, int n, int key)
{
    int sum = 0;                           //= 3

    for (int i = n; i > 0;) {              //= 299
        struct item one = items[--i];      //= 298

        if (one.weight < 0 ||              //= 298
            one.key > 1000 ||              //= 296
            one.key != key)                //= 295
            continue;                      //= 283
        if (one.weight == 7)               //= 15
            break;                         //= 2
        sum += one.weight;                 //= 13
    }
    return sum;                            //= 3
}

int main(void)
{
    struct item items[100];

    for (int i = 0; i < 100; i++) {        //= 101
        items[i].key = i % 20;             //= 100
        items[i].weight = i % 9 + 10;      //= 100
    }
    sink = find(items, 100, 3);            //= 1
    items[50].weight = -1;                 //= 1
    items[1].weight = 7;                   //= 1
    sink = find(items, 100, 1);            //= 1
    items[2].key = 2000;                    //= 1
    sink = find(items, 100, 1);            //= 1
    return 0;                              //= 1
}
