// The JSON of every report is as docs/reports.schema.json says.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s prog.cc && %cxx prog.cc -o prog
// RUN: env EDGEPROF_LABEL=one EDGEPROF_FILE=one ./prog
// RUN: env EDGEPROF_LABEL=two EDGEPROF_FILE=two ./prog more
// RUN: /usr/bin/python3 %source/test/tools/Inputs/schema.py %prof_show %source/docs/reports.schema.json prog.cc:8 one two
template <class T> static T half(T x)
{
    return x > 3 ? x / 2 : x;
}

static int never(int n)
{
    return n + 1;
}

int main(int argc, char **argv)
{
    int s = half(argc * 4) + (int)half(2.0);
    switch (argc) {
    case 7:
        return never(s);
    case 2:
        s += argv == nullptr;
    }
    return s == 12345;
}
