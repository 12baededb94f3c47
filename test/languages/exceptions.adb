-- Ada, by GCC's front end: exceptions and their handlers.
-- RUN: rm -rf %t && mkdir %t && cd %t
-- RUN: %cc -c %s -o exceptions.o
-- RUN: %gnatbind exceptions
-- RUN: %gnatlink exceptions
-- RUN: ./exceptions
-- RUN: %counts %s
procedure Exceptions is
   Bad    : exception;
   Sum    : Integer := 0;              --= 1
   Caught : Integer := 0;              --= 1

   procedure Check (N : Integer) is
   begin                               --= -
      if N mod 3 = 0 then              --= 10
         raise Bad;                    --= 3
      end if;
      Sum := Sum + N;                  --= 7
   end Check;
begin
   for I in 1 .. 10 loop
      begin
         Check (I);                    --= 10
      exception
         when Bad =>                   --= 3
            Caught := Caught + 1;      --= 3
      end;
   end loop;
   if Sum /= 37 or else Caught /= 3 then --= 1
      raise Program_Error;             --= 0
   end if;
end Exceptions;
