// Lists in the operands of a choice, `T{a}`: GCC exchanges the operands if one is a constant.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog && ./prog && %counts %s
using byte = unsigned char;
enum : byte { Most = 9 };

static int sink;

template <class T> struct Node {
    static constexpr T zero = 0;
    T n;
    T first() const
    {
        const T m = n;                    //= 3
        return m == T{zero} ? T{Most} : m; //? true 2, false 1 //= 3
    }
    T second() const
    {
        return n == zero                  //? true 2, false 1 //= 3
                   ? T{Most}
                   : n;                   //= 1
    }
};

static byte third(byte m)
{
    return m == byte{0} ? byte{Most} : m; //? true 2, false 1 //= 3
}

static byte fourth(byte m)
{
    return m == 0 ? byte{Most} : m;       //? true 2, false 1 //= 3
}

int main()
{
    for (byte i = 0; i < 3; i++) {        //= 4
        Node<byte> node{byte(i / 2)};     //= 3
        sink += node.first();             //= 3
        sink += node.second();            //= 3
        sink += third(i / 2);             //= 3
        sink += fourth(i / 2);            //= 3
    }
    return 0;                             //= 1
}
