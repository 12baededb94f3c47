/* SPDX-License-Identifier: MIT */
/* fmt.cc - the load for fmt: `fmt N` formats numbers and texts N times, and prints a
 * checksum. */
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <string>

static size_t add(size_t sum, const std::string &text)
{
    for (char c : text)
        sum = sum * 31 + static_cast<unsigned char>(c);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1;
    size_t sum = 0;
    for (int i = 0; i < n; i++)
        for (unsigned k = 0; k < 4000; k++) {
            double x = (k * 7919u % 10007u) / (1.0 + k % 97);
            sum = add(sum, fmt::format("{}: {:>8} {:<8x}|{:^+9d}", k, k * i, k,
                                       -int(k)));
            sum = add(sum, fmt::format("{:.3f} {:g} {:e} {}", x, x, x, x));
            sum = add(sum, fmt::format("{0:*^12} {1}", "text", "more")
                               .substr(0, k % 12)
                               .c_str());
        }
    printf("%zu\n", sum);
}
