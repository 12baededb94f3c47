// std::thread, a detached one, and thread_local destructors.
// REQUIRES: own
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cxx %s -o prog -pthread && ./prog
// RUN: %counts --all %s
#include <atomic>
#include <future>
#include <thread>
#include <vector>

static std::atomic<int> finished;
volatile int sink[8 * 64];

struct Last {
    int *n = nullptr;
    ~Last()
    {
        finished++;                    //= 9
    }
};
static thread_local Last last;

static void work(int id)
{
    int n = 0;                         //= 9
    last.n = &n;                       //= 9
    for (int i = 0; i < 1000000; i++)  //= 9000009
        sink[id * 64] = sink[id * 64] + 1; //= 9000000
}

static void work_alone(std::promise<void> end)
{
    end.set_value_at_thread_exit();    //= 1
    work(0);                           //= 1
}

int main()
{
    std::promise<void> end;            //= 1
    auto ended = end.get_future();     //= 1
    std::vector<std::thread> threads;  //= 1
    for (int i = 0; i < 8; i++)        //= 9
        threads.emplace_back(work, i); //= 8
    for (auto &thread : threads)       //= 9
        thread.join();                 //= 8
    std::thread(work_alone, std::move(end)).detach(); //= 1
    ended.wait();                      //= 1
    return finished != 9;              //= 1
}
