/* SPDX-License-Identifier: MIT
 *
 * doctest.h - a label for each test case of doctest (2.4): include it in one file
 * of the test program.
 */
#ifndef EDGEPROF_DOCTEST_H
#define EDGEPROF_DOCTEST_H

#pragma GCC system_header

#include <edgeprof/edgeprof.h>

#include <doctest/doctest.h>

namespace edgeprof
{
namespace
{

struct DoctestLabels : doctest::IReporter {
    explicit DoctestLabels(const doctest::ContextOptions &) {}
    void test_case_start(const doctest::TestCaseData &test) override
    {
        edgeprof_begin_label(test.m_name);
    }
    void test_case_end(const doctest::CurrentTestCaseStats &) override
    {
        edgeprof_end_label();
    }
    void report_query(const doctest::QueryData &) override {}
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats &) override {}
    void test_case_reenter(const doctest::TestCaseData &) override {}
    void test_case_exception(const doctest::TestCaseException &) override {}
    void subcase_start(const doctest::SubcaseSignature &) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData &) override {}
    void log_message(const doctest::MessageData &) override {}
    void test_case_skipped(const doctest::TestCaseData &) override {}
};

DOCTEST_REGISTER_LISTENER("edgeprof", 1, DoctestLabels);

} // namespace
} // namespace edgeprof

#endif
