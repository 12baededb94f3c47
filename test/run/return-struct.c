// The closing brace is no line, whatever form the ABI wants a result in.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
struct three {
    int a, b, c;
};

static void use(const struct three *s)
{
    __asm__ volatile("" : : "r"(s) : "memory"); //= 4
}

__attribute__((noinline)) static struct three make(const struct three *from)
{
    struct three local = *from;    //= 2
    int scratch = 1;               //= 2
    use(&local);                   //= 2
    use(from + scratch - 1);       //= 2
    return *from;                  //= 2
}                                  //= -

__attribute__((noinline)) static struct three pass(const struct three *from)
{
    return make(from);             //= 1
}                                  //= -

int main(void)
{
    struct three s = {1, 2, 3};    //= 1
    return make(&s).b - pass(&s).b; //= 1
}
