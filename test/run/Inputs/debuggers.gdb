set pagination off
break stop_here
run
printf "stop %d: %d\n", $bpnum, seven
set scheduler-locking on
step
finish
printf "finished\n"
set scheduler-locking off
continue
continue
continue
printf "stop 4: %d\n", seven
continue
