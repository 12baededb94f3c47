/* SPDX-License-Identifier: MIT */
#include "gates/verdict.h"

int verdict_say(const struct gate_say *say, struct ep_buf *text,
                struct gate_verdict verdict)
{
    int failed = text->failed;

    verdict.text = text->data;
    if (!failed)
        say->verdict(say->context, &verdict);
    ep_buf_release(text);
    return failed ? EP_ENOMEM : EP_OK;
}
