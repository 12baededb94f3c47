// From -O1 on, Clang takes a base's destructor for one that would do the same.  What is
// left of the derived one, to delete, was never called; of the destructor nothing is said.
// REQUIRES: clang
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog
// RUN: %prof_show functions --format json prof.out.* | FileCheck %s
// RUN: rm prof.out.* && %cxx %noaliases %s -o prog && ./prog
// RUN: %prof_show functions --format json prof.out.* | FileCheck --check-prefix=ALL %s
struct base {
    virtual ~base() {}
};

struct derived : base {
    ~derived() {}
};

int main()
{
    for (int i = 0; i < 3; i++) {
        derived d;
    }
    return 0;
}
// CHECK-NOT: derived::~derived(){{.*}}"calls":0
// CHECK: "name":"base::~base()",{{.*}}"calls":3
// CHECK-NOT: derived::~derived(){{.*}}"calls":0
// ALL-DAG: "name":"base::~base()",{{.*}}"calls":3
// ALL-DAG: "name":"derived::~derived()",{{.*}}"calls":3
