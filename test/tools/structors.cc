// The variants of a constructor or destructor are one function to coverage, for
// both compilers; they are listed by themselves.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.cc
// RUN: %{cxx:gcc} prog.cc -o prog && ./prog && %py %scripts/tools/Inputs/structors.py %prof_show
// RUN: rm prof.out.* && %{cxx:clang} prog.cc -o prog && ./prog && %py %scripts/tools/Inputs/structors.py %prof_show
int C1() { return 1; } int C2() { return 2; } int z; // not constructors

struct Base {
    explicit Base(int n) : value(n) {}
    virtual ~Base() { value = 0; }
    int value;
};

struct Derived : Base {
    Derived() : Base(3) {}
    ~Derived() override { value = 1; }
};

struct Unused {
    Unused() : value(1) {}
    virtual ~Unused() { value = 2; }
    int value;
};

Unused *make() { return new Unused; }

int main()
{
    Derived d;
    return C1() - 1;
}
