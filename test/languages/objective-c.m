// Objective-C, by GCC's front end: classes and their methods.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -std=gnu11 %s -o prog -lobjc
// RUN: ./prog
// RUN: %counts %s
#include <objc/Object.h>
#include <objc/runtime.h>

@interface Counter : Object
{
    int n;
}
- (void)add:(int)k;
- (int)value;
@end

@implementation Counter
- (void)add:(int)k
{
    if (k > 2)  //= 5
        n += k; //= 2
    else
        n++; //= 3
}
- (int)value
{
    return n; //= 1
}
@end

int main(void)
{
    id c = class_createInstance(objc_getClass("Counter"), 0); //= 1
    for (int i = 0; i < 5; i++)                               //= 6
        [c add:i];                                            //= 5
    return [c value] == 10 ? 0 : 1;                           //= 1
}
