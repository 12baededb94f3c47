# counted: /usr/bin/openssl
# package: openssl
seq 9999 > f; for c in sha512 blake2b512 sm3 md5; do $RUN openssl dgst -$c f; done; $RUN openssl enc -aes-256-gcm -K 00 -iv 00 -in f 2>&1 | head -1; $RUN openssl enc -chacha20 -K 00 -iv 00 -in f | md5sum; $RUN openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out k 2> /dev/null; $RUN openssl dgst -sha256 -sign k -out s f; $RUN openssl pkey -in k -pubout -out p; $RUN openssl dgst -sha256 -verify p -signature s f; $RUN openssl nonsense 2>&1 | head -1
