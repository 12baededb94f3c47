// 1,000 processes at once in one directory: no file is damaged, no name collides.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %py -c "import glob; assert len(glob.glob('prof.out.*')) == 1001"
// RUN: %prof_merge --strict -o merged prof.out.*
// RUN: %counts --all %s merged
#include <sys/wait.h>
#include <unistd.h>

static volatile int sink;

static void work(int n)
{
    while (n-- > 0)                      //= 500500
        sink++;                          //= 499500
}

int main(void)
{
    int gate[2];
    char byte;

    if (pipe(gate))                      //= 1
        return 1;                        //= 0
    for (int i = 0; i < 1000; i++) {     //= 1001
        if (fork() == 0) {               //= 2000
            close(gate[1]);              //= 1000
            if (read(gate[0], &byte, 1)) //= 1000
                return 1;                //= 0
            work(i);                     //= 1000
            return 0;                    //= 1000
        }
    }
    close(gate[1]);                      //= 1
    while (wait(0) > 0)                  //= 1001
        sink++;                          //= 1000
    return 0;                            //= 1
}
