// A module whose counts module.py compares with these promises: value is set to 27, 6, 0
// and 12, and by two processes at once 2 * 5000 times to 1.
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>

#include <edgeprof/freestanding.h>

static struct dentry *folder;
static int value;

static int collatz(u64 n)
{
    int steps = 0; //= 10003

    while (n != 1) {                   //= 10131
        n = n % 2 ? 3 * n + 1 : n / 2; //= 128
        steps++;                       //= 128
    }
    return steps; //= 10003
}

static int set(void *unused, u64 n)
{
    if (n == 0)         //= 10004
        return -EINVAL; //= 1
    value = collatz(n); //= 10003
    return 0;           //= 10003
}

static int get(void *unused, u64 *n)
{
    *n = value; //= 0
    return 0;   //= 0
}
DEFINE_DEBUGFS_ATTRIBUTE(value_operations, get, set, "%llu\n");

static void put(void *to, const char *line)
{
    seq_puts(to, line);
}

static int counts_show(struct seq_file *file, void *unused)
{
    edgeprof_dump(put, file, 0);
    return 0;
}
DEFINE_SHOW_ATTRIBUTE(counts);

static int __init start(void)
{
    folder = debugfs_create_dir("sample", NULL);                         //= 1
    debugfs_create_file("value", 0600, folder, NULL, &value_operations); //= 1
    debugfs_create_file("counts", 0400, folder, NULL, &counts_fops);     //= 1
    return 0;                                                            //= 1
}

static void __exit stop(void)
{
    debugfs_remove_recursive(folder); //= 0
}

module_init(start);
module_exit(stop);
MODULE_LICENSE("GPL");
