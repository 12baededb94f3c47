// A small library, of which test_code.c knows what its code does.
static volatile int sink;

extern "C" {

int sample_switch(int a)
{
    switch (a) {
    case 0:
        return 3;
    case 1:
        return sink;
    case 2:
        return a * sink;
    case 3:
        return sink - 9;
    case 4:
        return ~sink;
    case 5:
        return sink << 2;
    default:
        return -1;
    }
}

int sample_throw(int a)
{
    try {
        if (a > 3)
            throw a;
        return sink;
    } catch (int b) {
        return b + 1;
    }
}

int sample_loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += sample_switch(i) + sample_throw(i & 1);
    return sum;
}

// Comes to arrivals that are 1 to 4 bytes apart, by addresses that it holds.
int sample_crowd(int a);
__asm__(".text\n"
        ".globl sample_crowd\n"
        ".type sample_crowd,@function\n"
        "sample_crowd:\n"
        "\tlea 1f(%rip), %rax\n"
        "\tlea 2f(%rip), %rdx\n"
        "\tlea 3f(%rip), %rcx\n"
        "\ttest %edi, %edi\n"
        "\tcmovs %rax, %rcx\n"
        "\tcmove %rdx, %rcx\n"
        "\tmov %edi, %eax\n"
        "\tjmp *%rcx\n"
        "1:\tmov %esi, %eax\n"
        "\tnop\n"
        "2:\tlea (,%rax,8), %rdx\n"
        "\tmov %edx, %eax\n"
        "3:\tadd $1, %eax\n"
        "\tret\n"
        "\t.skip 20, 0x90\n"
        ".size sample_crowd, .-sample_crowd\n");

// Jumps to an address that nobody can know.
void sample_odd();
__asm__(".text\n"
        ".globl sample_odd\n"
        ".type sample_odd,@function\n"
        "sample_odd:\n"
        "\tlea sample_odd(%rip), %rax\n"
        "\tadd %rdi, %rax\n"
        "\tjmp *%rax\n"
        ".size sample_odd, .-sample_odd\n");
}
