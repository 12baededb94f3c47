#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include "shape.h"

TEST_CASE("area of nothing") { CHECK(area(-1, 2) == 0); }
TEST_CASE("corners")
{
    SUBCASE("of a circle") { CHECK(corners(0) == 0); }
    SUBCASE("of a square") { CHECK(corners(2) == 4); }
}
