#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_macros.hpp>
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif

#include "shape.h"

TEST_CASE("the area, of nothing") { CHECK(area(-1, 2) == 0); }
TEST_CASE("the area of [a] square", "[area]")
{
    SECTION("small") { CHECK(area(3, 3) == 9); }
    SECTION("large") { CHECK(area(300, 3) == 900); }
}
