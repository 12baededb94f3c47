/* SPDX-License-Identifier: MIT
 *
 * catch2.h - a label for each test case of Catch2 (2 and 3): include it in one
 * file of the test program; with Catch2 2, before <catch2/catch.hpp> or in the
 * file that defines CATCH_CONFIG_MAIN.
 */
#ifndef EDGEPROF_CATCH2_H
#define EDGEPROF_CATCH2_H

#pragma GCC system_header

#include <edgeprof/edgeprof.h>

#if __has_include(<catch2/catch_test_macros.hpp>)
#include <catch2/catch_test_case_info.hpp>
#include <catch2/reporters/catch_reporter_event_listener.hpp>
#include <catch2/reporters/catch_reporter_registrars.hpp>
namespace edgeprof
{
using Catch2Base = Catch::EventListenerBase;
}
#else
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>
namespace edgeprof
{
using Catch2Base = Catch::TestEventListenerBase;
}
#endif

namespace edgeprof
{
namespace
{

class Catch2Labels : public Catch2Base
{
  public:
    using Catch2Base::Catch2Base;
    void testCaseStarting(const Catch::TestCaseInfo &test) override
    {
        edgeprof_begin_label(test.name.c_str());
    }
    void testCaseEnded(const Catch::TestCaseStats &) override
    {
        edgeprof_end_label();
    }
};

CATCH_REGISTER_LISTENER(Catch2Labels)

} // namespace
} // namespace edgeprof

#endif
