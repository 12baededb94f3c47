# counted: /usr/bin/perl
# package: perl
printf 'use threads; use Storable qw(dclone); my %%h; $h{$_ %% 97} += $_ for 1..200000; print join(",", map { $h{$_} } sort { $a <=> $b } keys %%h), "\\n"; print eval { die { c => 3 } } // $@->{c}, "\\n"; my @t = map { my $n = $_; threads->create(sub { my $s = 0; $s += $_ for 1..$n; $s }) } 1..4; print $_->join, "\\n" for @t; $_ = "aab" x 999; print s/(a+)b/$1/gr =~ tr/a//, "\\n"; local $SIG{ALRM} = sub { die "alarm\\n" }; eval { alarm 1; 1 while 1 }; print $@; sub d { my $n = shift; $n ? d($n - 1) : 7 } no warnings; print d(5000), "\\n"; exit 3' > t.pl
$RUN perl t.pl
