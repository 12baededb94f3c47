/* Main, of the test of rules. */
int half(int n);

int unused(void)
{
    return 3;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 4; i++) s += half(i);
    return s > 3;
}
