/* SPDX-License-Identifier: MIT
 *
 * gtest.h - a label for each test of GoogleTest (1.10 and later): include it in
 * any file of the test program.  Its name is "Suite.Test".
 */
#ifndef EDGEPROF_GTEST_H
#define EDGEPROF_GTEST_H

#pragma GCC system_header

#include <edgeprof/edgeprof.h>

#include <gtest/gtest.h>

#include <string>

namespace edgeprof
{

class GTestLabels : public testing::EmptyTestEventListener
{
    void OnTestStart(const testing::TestInfo &test) override
    {
        std::string name = test.test_suite_name();
        edgeprof_begin_label(((name += '.') += test.name()).c_str());
    }
    void OnTestEnd(const testing::TestInfo &) override
    {
        edgeprof_end_label();
    }
};

inline bool label_gtest()
{
    static const bool done =
        (testing::UnitTest::GetInstance()->listeners().Append(new GTestLabels),
         true);
    return done;
}

namespace
{
const bool gtest_is_labelled __attribute__((unused)) = label_gtest();
}

} // namespace edgeprof

#endif
