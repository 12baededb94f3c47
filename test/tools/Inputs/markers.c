static int one(void) { return 1; } /* LCOV_EXCL_LINE */
// LCOV_EXCL_START
static int two(void)
{
    return 2; // in a region
}
// LCOV_EXCL_STOP
static int three(void) // GCOVR_EXCL_FUNCTION
{
    return 3;
}
// LCOV_UNREACHABLE_START
static int four(void)
{
    return 4;
}
// LCOV_UNREACHABLE_STOP

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1) return one() + two(); // LCOV_EXCL_BR_LINE LCOV_EXCL_EXCEPTION_BR_LINE
    // GCOV_EXCL_BR_START
    if (argc > 2) return three() + four();
    for (int i = 0; i < 3; i++) argc++; // GCOV_EXCL_BR_STOP: shown again
    if (argc > 100) // LCOV_EXCL_BR_LINE
        // LCOV_EXCL_START
        argc = three();
    argc++; // LCOV_EXCL_STOP: shown again
    for (int i = 0; i < 2; i++)
        switch (i) {
        case 0: argc++; break;
        case 7: argc--; break; // GCOVR_EXCL_BR_SOURCE LCOV_EXCL_LINE
        default: argc += 2;
        }
    switch (argc) { // GCOVR_EXCL_BR_WITHOUT_HIT: 2/3
    case 98: argc--; // LCOV_EXCL_LINE
    case 99: argc--; // LCOV_EXCL_LINE
    }
    if (argc > 98) // GCOVR_EXCL_BR_WITHOUT_HIT: 2/2: wrong; GCOVR_EXCL_BR_LINE
        argc--; // LCOV_EXCL_LINE
    argc++; // GCOVR_EXCL_BR_WITHOUT_HIT wrong
    argc++; // LCOV_EXCL_LINE: wrong
    argc++; // GCOVR_EXCL_BR_SOURCE: wrong
    // GCOVR_EXCL_LINE: wrong
    // LCOV_EXCL_STOP: wrong
    for (int i = 0; i < 2; i++) argc++; // GCOV_EXCL_BR_LINE: wrong
    // LCOV_EXCL_NOTHING: wrong
    return argc == 77;
}
// GCOVR_EXCL_START: wrong
int five(void)
{
    return 5;
}
