# counted: /usr/bin/convert-im6.q16
# package: imagemagick-6.q16
$RUN convert-im6.q16 -size 120x80 gradient:red-blue -blur 0x3 -rotate 30 -swirl 90 o.ppm && md5sum o.ppm; $RUN convert-im6.q16 o.ppm o.png && $RUN convert-im6.q16 o.png -resize 50% -format '%w %h %#\n' info:; $RUN convert-im6.q16 none.png x.png
