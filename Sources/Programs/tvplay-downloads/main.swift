import CPlatform

exit(DaemonProgram.run())
