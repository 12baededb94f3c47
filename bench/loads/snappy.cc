/* SPDX-License-Identifier: MIT */
/* snappy.cc - the load for snappy: `snappy N FILE` compresses FILE and expands it again,
 * N times, and prints a checksum. */
#include "snappy.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    std::ifstream file(argv[2], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    size_t sum = 0;
    for (int i = 0; i < atoi(argv[1]); i++) {
        std::string packed, again;
        snappy::Compress(text.data() + i % 64, text.size() - i % 64, &packed);
        if (!snappy::Uncompress(packed.data(), packed.size(), &again))
            return 1;
        for (size_t at = 0; at < packed.size(); at += 4096)
            sum = sum * 31 + static_cast<unsigned char>(packed[at]);
        sum += packed.size() + again.size();
    }
    printf("%zu\n", sum);
}
