# counted: /usr/bin/ffmpeg
# package: ffmpeg
$RUN ffmpeg -v error -f lavfi -i testsrc=d=1:s=160x120:r=10 -c:v mpeg4 -threads 2 -bitexact o.avi; $RUN ffmpeg -v error -i o.avi -f framemd5 -bitexact -; $RUN ffmpeg -v error -f lavfi -i sine=d=1 -f md5 -; $RUN ffmpeg -v error -i none.avi o.avi
