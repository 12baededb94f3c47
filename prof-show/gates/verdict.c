/* SPDX-License-Identifier: MIT */
#include "gates/verdict.h"

int verdict_say(const struct gate_say *say, struct ep_buf *text,
                struct gate_verdict verdict)
{
    int status = EP_ENOMEM;

    verdict.text = text->data;
    if (!text->failed)
        status = say->verdict(say->context, &verdict);
    ep_buf_release(text);
    return status;
}
