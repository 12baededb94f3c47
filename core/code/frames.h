/* SPDX-License-Identifier: MIT
 *
 * frames.h - what .eh_frame says of code: where functions are, how frames are
 * unwound, where exceptions land.
 *
 * WHY   it is there in stripped programs too, and is exact: unwinding would fail
 *       otherwise.
 * MODEL A frame (an FDE) covers a stretch of code, mostly one function, and
 *       belongs to a common entry (CIE).  Its rules are a program of
 *       DW_CFA_ instructions.  Its LSDA, if it has one, says where exceptions
 *       land that come out of its calls.
 * RULES The section is read in place and must outlive what was read.  What it
 *       holds is never trusted.
 */
#ifndef EP_FRAMES_H
#define EP_FRAMES_H

#include "code/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a pointer is encoded (DW_EH_PE_). */
enum {
    EP_PE_WHOLE = 0x00, /* 8 bytes */
    EP_PE_ULEB = 0x01,
    EP_PE_U2 = 0x02,
    EP_PE_U4 = 0x03,
    EP_PE_U8 = 0x04,
    EP_PE_SLEB = 0x09,
    EP_PE_S2 = 0x0a,
    EP_PE_S4 = 0x0b,
    EP_PE_S8 = 0x0c,
    EP_PE_FORM = 0x0f,
    EP_PE_PCREL = 0x10,
    EP_PE_DATAREL = 0x30,
    EP_PE_BASE = 0x70,
    EP_PE_INDIRECT = 0x80,
    EP_PE_OMIT = 0xff
};

struct ep_cie {
    size_t offset;            /* in the section */
    char letters[8];          /* of its augmentation, "zPLR" */
    uint64_t code_unit;       /* of advances */
    struct ep_reader factors; /* data factor and return column, as they are */
    uint8_t personality_form; /* EP_PE_ */
    uint64_t personality;     /* its address, or its pointer's; 0: none */
    uint8_t lsda_form;        /* EP_PE_OMIT: none */
    uint8_t code_form;
    struct ep_reader rules;
};

struct ep_frame {
    uint64_t start, end; /* of the code */
    uint64_t lsda;       /* its address; 0: none */
    uint32_t cie;        /* index */
    struct ep_reader rules;
};

struct ep_frames {
    struct ep_cie *cies;
    size_t n_cies;
    size_t cies_capacity;
    struct ep_frame *items; /* by start */
    size_t n;
    size_t capacity;
};

/* The frames of IMAGE.  OUT is initialised by this call; release with
 * ep_frames_release.  Without such a section there are none.  EP_OK;
 * EP_ENOMEM; EP_EFORMAT. */
EP_MUST_CHECK int ep_frames_read(const struct ep_image *image,
                                 struct ep_diag *diag, struct ep_frames *out);
void ep_frames_release(struct ep_frames *frames);

/* The frame that covers ADDRESS, or NULL. */
const struct ep_frame *ep_frames_at(const struct ep_frames *frames,
                                    uint64_t address);

/* Take a pointer of FORM from READER, whose next byte lies at ADDRESS.  0 is
 * null whatever the base.  Sets `bad` if FORM is not known. */
uint64_t ep_read_encoded(struct ep_reader *reader, uint8_t form,
                         uint64_t address);
/* A signed LEB128. */
int64_t ep_read_sleb(struct ep_reader *reader);

/* ---- rules ---------------------------------------------------------------- */

/* One instruction of rules. */
struct ep_rule {
    const uint8_t *at; /* its bytes */
    size_t size;
    int advances;     /* bool: it says that the next ones hold further on */
    uint64_t advance; /* bytes of code */
};

/* Take the next one from RULES.  Returns 0 at the end, or if it is not known:
 * `bad` is then set. */
int ep_rule_next(struct ep_reader *rules, const struct ep_cie *cie,
                 struct ep_rule *out);

/* Whether all rules of FRAME are known. */
int ep_frame_is_known(const struct ep_frames *frames,
                      const struct ep_frame *frame);
/* Whether FRAME is of the code that a signal's handler returns to. */
int ep_frame_is_signal(const struct ep_frames *frames,
                       const struct ep_frame *frame);

/* ---- where exceptions land -------------------------------------------------
 */

/* A stretch of code, from the function's start; where exceptions land that come
 * out of it, or 0; and what for (0: a cleanup, else 1 + an offset). */
struct ep_lsda_site {
    uint64_t start, size, pad, action;
};

struct ep_lsda {
    uint64_t pads_from; /* what pads are counted from, an address */
    uint8_t type_form;
    uint64_t types;         /* the address that types lie before; 0: none */
    struct ep_reader sites; /* not read yet */
    uint8_t site_form;
    uint64_t sites_at; /* the address of the first */
    uint64_t actions;  /* the address of the actions, after the sites */
};

/* Read the head of the LSDA of FRAME.  EP_OK or EP_EFORMAT. */
EP_MUST_CHECK int ep_lsda_read(const struct ep_image *image,
                               const struct ep_frame *frame,
                               struct ep_lsda *out);
/* Take its next call site.  Returns 0 at the end; `sites.bad` is set if there
 * was none where one should be. */
int ep_lsda_next(struct ep_lsda *lsda, struct ep_lsda_site *out);

#ifdef __cplusplus
}
#endif

#endif
