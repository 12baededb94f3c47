#include "shape.h"

int area(int width, int height)
{
    if (width < 0 || height < 0)
        return 0;
    return width * height;
}

int corners(int kind)
{
    switch (kind) {
    case 0:
        return 0;
    case 1:
        return 3;
    default:
        return 4;
    }
}
