enum AudioOutputPlaceholder {}
