int area(int width, int height);
int corners(int kind);
