// The way from a `case` to a label behind it, or to another `case`, is no jump: Clang gives it
// the place of the jump that was written before.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc %s -o prog && ./prog
// RUN: %counts --all %s
static volatile int sink;

static int choose(int c)
{
    switch (c) { //= 38
    case 1:
        return 1; //= 1
    case 2:
    default:
        sink = 2; //= 9
        return 7; //= 9
    case 3:
        sink = 3; //= 1
        break;    //= 1
    case 10 ... 400:
    case 500:
        sink = 4; //= 9
        return 3; //= 9
    case 4:
    again:
        sink = 5;     //= 19
        if (c == 3)   //= 19
            return 6; //= 1
        goto end;     //= 18
    case 501:
    end:
        return 5; //= 18
    }
    if (c == 3)     //= 1
        goto again; //= 1
    return 0;       //= 0
}

int main(void)
{
    int i;
    for (i = 0; i < 9; i++) { //= 10
        choose(2);            //= 9
        choose(30);           //= 9
        choose(4);            //= 9
        choose(4);            //= 9
    }
    choose(1); //= 1
    choose(3); //= 1
    return 0;  //= 1
}
