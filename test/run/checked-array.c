// UBSan's checks of an index are nobody's statements: the line of an array whose length
// is a variable shows how often the array was made.
// REQUIRES: gcc
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cc -fsanitize=undefined %s -o prog && ./prog
// RUN: %counts --all %s
// RUN: rm prof.out.* && %cxx -x c++ -fsanitize=undefined %s -o prog && ./prog
// RUN: %counts --all %s
volatile int sink;

static int triangle(int n)
{
    int sum = 0;                    //= 1
    for (int i = 1; i < n; i++) {   //= 10
        int row[i];                 //= 9
        for (int j = 0; j < i; j++) //= 54
            row[j] = j;             //= 45
        sum += row[i - 1];          //= 9
    }
    return sum;                     //= 1
}

static int table(int n, int m)
{
    int rows[n][m];                 //= 2
    for (int i = 0; i < n; i++)     //= 7
        rows[i][m - 1] = i;         //= 5
    return rows[n - 1][m - 1];      //= 2
}

int main(void)
{
    sink = triangle(10);            //= 1
    sink = table(2, 3) + table(3, 2); //= 1
    return 0;                       //= 1
}
