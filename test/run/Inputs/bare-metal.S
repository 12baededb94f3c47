/* From the entry that QEMU's -kernel knows (PVH), in 32 bits, to main in 64: the
        .section .note.GNU-stack, "", @progbits
 * lowest 1 GiB is mapped to itself. */
        .section .note.pvh, "a", @note
        .long 4, 4, 18 /* XEN_ELFNOTE_PHYS32_ENTRY */
        .asciz "Xen"
        .long start

        .bss
        .balign 4096
top:    .skip 4096
middle: .skip 4096
bottom: .skip 4096
        .skip 16384
stack:

        .data
        .balign 8
segments:
        .quad 0, 0x00af9a000000ffff, 0x00cf92000000ffff
segments_place:
        .word . - segments - 1
        .quad segments

        .text
        .code32
        .globl start
start:
        movl $stack, %esp
        movl $middle + 3, top
        movl $bottom + 3, middle
        movl $0x83, %eax
        movl $bottom, %edi
1:      movl %eax, (%edi)
        addl $0x200000, %eax
        addl $8, %edi
        cmpl $bottom + 4096, %edi
        jb 1b
        movl $top, %eax
        movl %eax, %cr3
        movl $0x20, %eax /* PAE */
        movl %eax, %cr4
        movl $0xc0000080, %ecx
        rdmsr
        orl $0x100, %eax /* long mode */
        wrmsr
        movl %cr0, %eax
        orl $0x80000000, %eax
        movl %eax, %cr0
        lgdt segments_place
        ljmp $8, $in_64_bits
        .code64
in_64_bits:
        movl $16, %eax
        movl %eax, %ds
        movl %eax, %es
        movl %eax, %ss
        call main
1:      hlt
        jmp 1b
