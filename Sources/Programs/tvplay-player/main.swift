import CPlatform

exit(PlayerProgram.run())
