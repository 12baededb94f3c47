// What asks `? 0 : 1` is true as it is written, though GCC computes its contrary; and what
// is computed of a ?: is on none of its lines as often as one operand was chosen.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %counts %s
// RUN: rm prof.out.* && env EDGEPROF_OPTIONS=place=all %cxx %s -o prog && ./prog
// RUN: %counts %s
struct text {
    int policy;
    const char *p;
};

static volatile unsigned sink;

static int judge(double a, const double *v, bool pass)
{
    int result =
        ((a == v[0] &&           //? true 3, false 7 //= 10
          pass) ||               //= 3
         (a != v[0]              //? true 7, false 1 //= 8
          && !pass))             //= 7
            ? 0
            : 1;
    return result;               //= 10
}

static unsigned convert(const text &t)
{
    unsigned converted =
        static_cast<unsigned>(
            t.p                  //= 10
                ? t.policy * 2   //= 7
                : t.policy) &    //= 3
        3U;
    return converted;            //= 10
}

int main()
{
    const double v = 1;          //= 1
    const text texts[] = {{1, "x"}, {2, "y"}, {3, nullptr}}; //= 1
    for (int i = 0; i < 10; i++) { //= 11
        sink = judge(i % 3, &v, i % 4); //= 10
        sink = convert(texts[i % 3]); //= 10
    }
}
