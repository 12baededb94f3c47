/* SPDX-License-Identifier: MIT */
#include "run_room.h"

#include "tool/say.h"

#include <sys/statvfs.h>

#define LEAST 65536u /* bytes: what most raw files take */

/* Some file systems know no limits, and have zeros there. */
void room_look(struct room *room)
{
    struct statvfs disk;

    if (room->said || statvfs(room->path, &disk))
        return;
    if ((disk.f_blocks == 0 || disk.f_bavail * disk.f_frsize >= LEAST) &&
        (disk.f_files == 0 || disk.f_favail > 0))
        return;
    say_warning("%s: the disk is full: runs may be missing", room->path);
    room->said = 1;
}
