/* SPDX-License-Identifier: MIT
 *
 * run_room.h - whether the disk has room for the runs.
 *
 * WHY   a process whose run has no room for its file counts nothing, and says so to
 *       EDGEPROF_LOG alone: its program comes first.
 */
#ifndef PROF_RUN_ROOM_H
#define PROF_RUN_ROOM_H

struct room {
    const char *path; /* the folder */
    int said;         /* bool: that there was none */
};

/* Say it once, when there is none. */
void room_look(struct room *room);

#endif
