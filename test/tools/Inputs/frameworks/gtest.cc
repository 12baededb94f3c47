#include "shape.h"

#include <gtest/gtest.h>

TEST(Area, OfNothing) { EXPECT_EQ(area(-1, 2), 0); }
TEST(Area, OfSquare) { EXPECT_EQ(area(3, 3), 9); }

class Kinds : public testing::TestWithParam<int> {};
TEST_P(Kinds, HaveCorners) { EXPECT_GE(corners(GetParam()), 3); }
INSTANTIATE_TEST_SUITE_P(All, Kinds, testing::Values(1, 2));
