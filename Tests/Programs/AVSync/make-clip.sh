#!/bin/sh
# Makes a clip for avsync.py: 640x360 at 30 frames a second, black, with three white frames (100 ms) and a beep of
# 100 ms at 1 kHz, both starting half a second after each full second.
# PCM in Matroska: no encoder delay, so beep and flash start together to the sample.
# usage: make-clip.sh OUTPUT.mkv [SECONDS]
set -eu
output=${1:?output file}
seconds=${2:-30}
exec ffmpeg -v error -y \
    -f lavfi -i "color=black:s=640x360:r=30,drawbox=x=0:y=0:w=iw:h=ih:color=white:t=fill:enable='between(mod(n,30),15,17)'" \
    -f lavfi -i "aevalsrc='if(between(mod(t,1),0.5,0.6),0.5*sin(2*PI*1000*(mod(t,1)-0.5)),0)':s=48000:c=stereo" \
    -t "$seconds" -c:v libx264 -preset ultrafast -tune zerolatency -g 30 -pix_fmt yuv420p -c:a pcm_s16le "$output"
